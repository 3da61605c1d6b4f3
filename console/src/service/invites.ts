/** Invites people to an interview, or into a job's workflow, each once. */

import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError, dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { CandidateInterview } from "./records";
import { invalidateReviewQueue } from "./review-queue";

/** Somebody whom the team has not yet. */
export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  timezone?: string | null;
  smsOptIn?: boolean;
}

export type Invitee = { candidateId: string } | NewPerson;

export type Channel = "email" | "sms";

export type InviteTarget =
  | { kind: "job"; jobId: string }
  /** Without channels the invite takes every one that reaches the candidate, without days the organization's. */
  | { kind: "interview"; interviewId: string; channels: Channel[] | null; expiryDays: number | null };

export interface InviteOutcome {
  candidateId: string;
  /** Whether the candidate had an open invite already; then nothing was sent. */
  wasInvited: boolean;
  /** Where the candidate begins; null where there is no link yet. */
  link: string | null;
}

/** How many candidates a search shows. */
const MOST_FOUND = 8;
const MOST_INTERVIEWS = 100;
const CONFLICT = 409;
const SOURCE = "console";

/** Candidates by a part of their name or their e-mail address. */
export function candidateSearchOptions(search: string) {
  return queryOptions({
    queryKey: ["candidates", "search", search],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidates", {
          params: { query: { ...inTeam(), search, pageSize: MOST_FOUND } },
          signal,
        }),
      ).candidates,
    enabled: search !== "",
    // Whoever goes on typing may press a name that was found already.
    placeholderData: (before) => before,
  });
}

/** Invites one person. Throws ApiError where the service refuses it. */
export async function invite(invitee: Invitee, target: InviteTarget): Promise<InviteOutcome> {
  const known = await knownCandidate(invitee);
  if (target.kind === "job") return enroll(known ?? invitee, target.jobId);
  return inviteToInterview(known?.candidateId ?? (await createCandidate(invitee)), target);
}

/** Whoever is in the team already by the e-mail address is not made a second time. */
async function knownCandidate(invitee: Invitee): Promise<{ candidateId: string } | null> {
  if ("candidateId" in invitee) return invitee;
  if (invitee.email === null) return null;
  const query = { ...inTeam(), email: invitee.email, pageSize: 1 };
  const { candidates } = dataOf(await client.GET("/qsi/gather/candidates", { params: { query } }));
  const [found] = candidates;
  return found === undefined ? null : { candidateId: found.id };
}

async function createCandidate(invitee: Invitee): Promise<string> {
  if ("candidateId" in invitee) return invitee.candidateId;
  const body = { ...invitee, email: invitee.email ?? "", phone: invitee.phone ?? "", source: SOURCE };
  const params = { query: inTeam() };
  return dataOf(await client.POST("/qsi/gather/candidates", { params, body })).id;
}

async function enroll(invitee: Invitee, jobId: string): Promise<InviteOutcome> {
  const params = { path: { jobId }, query: inTeam() };
  try {
    const enrolled = dataOf(
      await client.POST("/qsi/gather/jobs/{jobId}/invite-candidate", { params, body: invitee }),
    );
    const { candidate, firstInviteUrl } = enrolled;
    return { candidateId: candidate.id, wasInvited: false, link: firstInviteUrl ?? null };
  } catch (error) {
    if (!("candidateId" in invitee) || !isEnrolledAlready(error)) throw error;
    return { candidateId: invitee.candidateId, wasInvited: true, link: null };
  }
}

/** A job that has ended, or that nothing governs, is a conflict as well. */
function isEnrolledAlready(error: unknown): boolean {
  return error instanceof ApiError && error.status === CONFLICT && error.message.includes("already");
}

async function inviteToInterview(
  candidateId: string,
  target: InviteTarget & { kind: "interview" },
): Promise<InviteOutcome> {
  const { interviewId, channels, expiryDays } = target;
  const query = { ...inTeam(), candidateId, interviewId, limit: MOST_INTERVIEWS };
  const before = dataOf(await client.GET("/qsi/gather/candidate-interviews", { params: { query } }));
  const open = before.find(isOpen);
  if (open !== undefined) return { candidateId, wasInvited: true, link: linkOf(open.inviteToken) };
  const made = dataOf(
    await client.POST("/qsi/gather/candidate-interviews", {
      params: { query: inTeam() },
      body: { candidateId, interviewId, sendInvite: true, deliveryTypes: channels, expiryDays },
    }),
  );
  return { candidateId, wasInvited: false, link: linkOf(made.inviteToken) };
}

/** Whether an invite still leads somewhere, so that a second one would only confuse. */
function isOpen({ completedAt, status }: CandidateInterview): boolean {
  return completedAt === null && status !== "expired" && status !== "archived";
}

function linkOf(token: string): string {
  return `${location.origin}/i/${token}`;
}

/** Reads again what an invite changes: candidates, their interviews, the progress in jobs, and the queue. */
export async function invalidateInvited(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["candidates"] }),
    queries.invalidateQueries({ queryKey: ["candidate-interviews"] }),
    queries.invalidateQueries({ queryKey: ["jobs"] }),
    invalidateReviewQueue(queries),
  ]);
}
