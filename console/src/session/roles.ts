/** What a role may do. The service has the last word; the console shows nobody what would be refused. */

export type Role = "reviewer" | "manager" | "administrator";

/** From the least to the highest. */
export const ROLES: readonly Role[] = ["reviewer", "manager", "administrator"];

const RANKS: Readonly<Record<Role, number>> = { reviewer: 0, manager: 1, administrator: 2 };

/** The least role for each action that not everybody may do. */
const LEAST_ROLES = {
  decide: "reviewer",
  comment: "reviewer",
  score: "reviewer",
  evaluate: "reviewer",
  shareResults: "reviewer",
  answerRequests: "manager",
  inviteCandidates: "manager",
  manageMeetings: "manager",
  manageWorkflows: "manager",
  editCandidates: "manager",
  eraseCandidates: "administrator",
  exportCandidates: "manager",
  importCandidates: "manager",
  manageInterviews: "manager",
  manageJobs: "manager",
  manageMessages: "manager",
  manageWebhooks: "administrator",
  manageBranding: "administrator",
  manageKeys: "administrator",
  readAuditLog: "administrator",
  managePeople: "administrator",
} as const satisfies Readonly<Record<string, Role>>;

export type Action = keyof typeof LEAST_ROLES;

export function leastRoleFor(action: Action): Role {
  return LEAST_ROLES[action];
}

export function mayDo(role: Role, action: Action): boolean {
  return RANKS[role] >= RANKS[leastRoleFor(action)];
}
