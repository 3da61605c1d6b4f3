/** The settings of a team at the service, and what is sent to change them. */

import type { AuditEntry, Branding, Credential, MessageGroup } from "../service/records";
import { servePeople } from "./people";
import { aTeam, aUser, TEAM } from "./records";
import { envelope, http, service } from "./service";
import type { Sent } from "./team";

const TIME = "2026-03-01T10:00:00.000Z";

export const BRANDING: Branding = {
  displayName: "Example Works",
  logoUrl: null,
  accentColor: null,
  buttonColor: null,
  backgroundImage: null,
};

export const GROUP: MessageGroup = {
  id: "group",
  createdAt: TIME,
  updatedAt: TIME,
  organizationId: TEAM,
  teamId: TEAM,
  createdById: null,
  archivedAt: null,
  title: "Night shift, English",
  status: "PUBLISHED",
  type: "standard",
  default: false,
  messages: [],
};

const KEY: Credential = {
  id: "key",
  name: "Payroll",
  organizationId: TEAM,
  teamId: TEAM,
  createdAt: TIME,
  lastUsedAt: null,
  sandbox: false,
};

const ENTRIES: AuditEntry[] = [
  {
    at: TIME,
    actor: { credentialId: null, userId: "user-rita" },
    action: "webhook.secret_rotated",
    resource: "webhook configuration",
    resourceId: "webhook",
  },
  {
    at: TIME,
    actor: { credentialId: "key", userId: null },
    action: "candidate.erased",
    resource: "candidate",
    resourceId: "candidate",
  },
];

/** Answers for the settings. Returns what is sent to them, as it comes. */
export function serveSettings(): Sent[] {
  const sent = servePeople([aUser("user-rita", "Rita", "Reviewer")]);
  let branding = BRANDING;
  let group = GROUP;
  let keys = [KEY];
  service.use(
    http.get("/qsi/gather/branding", ({ response }) => response(200).json(envelope({ branding }))),
    http.patch("/qsi/gather/teams/{teamId}/branding", async ({ request, response }) => {
      const body = (await request.json()) ?? {};
      sent.push({ what: "branding", body });
      branding = { ...branding, displayName: body.displayName ?? branding.displayName };
      return response(200).json(envelope({ team: aTeam(TEAM, branding.displayName) }));
    }),
    http.get("/qsi/gather/message-groups", ({ response }) =>
      response(200).json(envelope({ messageGroups: [group] })),
    ),
    http.get("/qsi/gather/message-groups/{messageGroupId}", ({ response }) =>
      response(200).json(envelope({ messageGroup: group })),
    ),
    http.patch("/qsi/gather/message-groups/{messageGroupId}", async ({ request, response }) => {
      const body = (await request.json()) ?? {};
      sent.push({ what: "messages", body });
      group = { ...group, title: body.title ?? group.title };
      return response(200).json(envelope({ messageGroup: group }));
    }),
    http.get("/qsi/gather/credentials", ({ response }) => response(200).json(envelope(keys))),
    http.post("/qsi/gather/credentials", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "key", body });
      const { name, permissions, sandbox = false } = body;
      keys = [{ ...KEY, id: "new", name, sandbox }, ...keys];
      const made = {
        id: "new",
        apiKey: "qapi_shown_once",
        name,
        teamId: TEAM,
        permissions,
        sandbox,
        organizationId: TEAM,
      };
      return response(201).json(
        envelope({ ...made, scope: "gather" as const, createdAt: TIME, expiresAt: null }),
      );
    }),
    http.delete("/qsi/gather/credentials/{credentialId}", ({ params, response }) => {
      sent.push({ what: "end", body: params.credentialId });
      keys = keys.filter(({ id }) => id !== params.credentialId);
      return response(200).json(envelope({ id: params.credentialId, revokedAt: TIME }));
    }),
    http.get("/qsi/gather/audit-log", ({ query, response }) => {
      const [first, second] = ENTRIES.map((entry) => [entry]);
      const entries = (query.get("cursor") === "next" ? second : first) ?? [];
      return response(200).json(
        envelope({ entries, nextCursor: query.get("cursor") === null ? "next" : null }),
      );
    }),
  );
  return sent;
}
