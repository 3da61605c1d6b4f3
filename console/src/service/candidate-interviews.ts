/** Candidate interviews: the invite, the results, and what people decide and say of them. */

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import { between } from "./days";
import type { CandidateInterview, DecisionWord } from "./records";
import { invalidateReviewQueue } from "./review-queue";

const ALL = "candidate-interviews";
const MOST_INTERVIEWS = 100;
const POLL_MS = 3_000;

/** Those of a candidate, newest first. */
export function candidateInterviewsOptions(candidateId: string) {
  return queryOptions({
    queryKey: [ALL, "of", candidateId],
    queryFn: async ({ signal }): Promise<CandidateInterview[]> =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews", {
          params: { query: { ...inTeam(), candidateId, limit: MOST_INTERVIEWS } },
          signal,
        }),
      ),
  });
}

/** What a list of candidate interviews is narrowed to, and its order. Days are those of the reader's clock. */
export interface InterviewFilter {
  /** One status, or several with commas between them. */
  status?: string;
  interviewId?: string;
  jobId?: string;
  scoreMin?: number;
  scoreMax?: number;
  createdSince?: string;
  createdUntil?: string;
  completedSince?: string;
  completedUntil?: string;
  sort?: InterviewOrder;
}

export const INTERVIEW_ORDERS = ["-createdAt", "createdAt", "-completedAt", "-score", "score"] as const;

export type InterviewOrder = (typeof INTERVIEW_ORDERS)[number];

const PAGE = 30;

/** Candidate interviews of the whole team. */
export function teamInterviewsOptions(filter: InterviewFilter) {
  return infiniteQueryOptions({
    queryKey: [ALL, "list", filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...inTeam(), ...asked(filter), limit: PAGE, cursor: pageParam };
      const fetched = await client.GET("/qsi/gather/candidate-interviews", { params: { query }, signal });
      return { interviews: dataOf(fetched), nextCursor: fetched.data?.meta.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Candidates of one interview beside each other: names, scores by topic and decisions. */
export function comparedOptions(ids: readonly string[]) {
  const [candidateInterviewId = "", ...others] = ids;
  return queryOptions({
    queryKey: [ALL, "list", "compared", ids],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews/{candidateInterviewId}/comparison", {
          params: { path: { candidateInterviewId }, query: { ...inTeam(), with: others.join(",") } },
          signal,
        }),
      ).comparison.candidates,
  });
}

/** The results, asked for again while an evaluation runs. */
export function resultsOptions(candidateInterviewId: string) {
  return queryOptions({
    queryKey: [ALL, candidateInterviewId, "results"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews/{candidateInterviewId}/results", {
          params: pathOf(candidateInterviewId),
          signal,
        }),
      ),
    refetchInterval: (query) => (query.state.data?.summaryStatus === "processing" ? POLL_MS : false),
  });
}

/** Reads results again; their addresses of recordings are new then. */
export function invalidateResults(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === ALL && queryKey[2] === "results",
  });
}

export function scoreChangesOptions(candidateInterviewId: string) {
  return queryOptions({
    queryKey: [ALL, candidateInterviewId, "changes"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews/{candidateInterviewId}/results/changes", {
          params: pathOf(candidateInterviewId),
          signal,
        }),
      ).changes,
  });
}

export function decisionsOptions(candidateInterviewId: string) {
  return queryOptions({
    queryKey: [ALL, candidateInterviewId, "decisions"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews/{candidateInterviewId}/decision", {
          params: pathOf(candidateInterviewId),
          signal,
        }),
      ).decisions,
  });
}

export function commentsOptions(candidateInterviewId: string) {
  return queryOptions({
    queryKey: [ALL, candidateInterviewId, "comments"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews/{candidateInterviewId}/comments", {
          params: pathOf(candidateInterviewId),
          signal,
        }),
      ).comments,
  });
}

export function requestsOptions(candidateInterviewId: string) {
  return queryOptions({
    queryKey: [ALL, candidateInterviewId, "requests"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidate-interviews/{candidateInterviewId}/requests", {
          params: pathOf(candidateInterviewId),
          signal,
        }),
      ).requests,
  });
}

interface NewDecision {
  decision: DecisionWord;
  reason: string;
  notify: boolean;
}

/** Stores a decision. What it moves is read again: the queue, the status, a later interview's invite. */
export function decideOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: NewDecision) =>
      dataOf(
        await client.POST("/qsi/gather/candidate-interviews/{candidateInterviewId}/decision", {
          params: pathOf(candidateInterviewId),
          body,
        }),
      ).decision,
    onSuccess: async (decision) => {
      const { queryKey } = decisionsOptions(candidateInterviewId);
      queries.setQueryData(queryKey, (before) => before && [decision, ...without(before, decision)]);
      await Promise.all([invalidateReviewQueue(queries), invalidateLists(queries)]);
    },
  });
}

export function commentOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (text: string) =>
      dataOf(
        await client.POST("/qsi/gather/candidate-interviews/{candidateInterviewId}/comments", {
          params: pathOf(candidateInterviewId),
          body: { text },
        }),
      ).comment,
    onSuccess: (comment) => {
      const { queryKey } = commentsOptions(candidateInterviewId);
      queries.setQueryData(queryKey, (before) => before && [...without(before, comment), comment]);
    },
  });
}

/** What was sent twice is one record, and is answered twice. */
function without<Item extends { id: string }>(items: readonly Item[], { id }: Item): Item[] {
  return items.filter((item) => item.id !== id);
}

interface TopicScoreChange {
  topic: string;
  score: number;
  reason: string;
}

/** Gives topics the scores of a person. */
export function changeScoresOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (topicScores: TopicScoreChange[]) =>
      dataOf(
        await client.PATCH("/qsi/gather/candidate-interviews/{candidateInterviewId}/results", {
          params: pathOf(candidateInterviewId),
          body: { topicScores },
        }),
      ),
    onSuccess: async (results) => {
      queries.setQueryData(resultsOptions(candidateInterviewId).queryKey, results);
      await Promise.all([
        queries.invalidateQueries(scoreChangesOptions(candidateInterviewId)),
        invalidateLists(queries),
        invalidateReviewQueue(queries),
      ]);
    },
  });
}

/** Runs a failed evaluation again. */
export function evaluateOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/candidate-interviews/{candidateInterviewId}/evaluate", {
          params: pathOf(candidateInterviewId),
          body: {},
        }),
      ),
    onSuccess: () => queries.invalidateQueries(resultsOptions(candidateInterviewId)),
  });
}

interface RequestAnswer {
  requestId: string;
  reply: string | null;
}

export function answerRequestOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ requestId, reply }: RequestAnswer) => {
      const path = "/qsi/gather/candidate-interviews/{candidateInterviewId}/requests/{requestId}";
      return dataOf(
        await client.PATCH(path, {
          params: { path: { candidateInterviewId, requestId }, query: inTeam() },
          body: { status: "done", reply },
        }),
      ).request;
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries(requestsOptions(candidateInterviewId)),
        invalidateReviewQueue(queries),
      ]),
  });
}

/** What people call an interview that is complete. Nobody is waited for any more once it is hired or archived. */
export const COMPLETED_STATUSES = ["new_response", "has_reviewed", "hired", "archived"] as const;
export type CompletedStatus = (typeof COMPLETED_STATUSES)[number];

export function changeStatusOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (status: CompletedStatus) =>
      dataOf(
        await client.PATCH("/qsi/gather/candidate-interviews/{candidateInterviewId}/status", {
          params: pathOf(candidateInterviewId),
          body: { status },
        }),
      ),
    onSuccess: () => Promise.all([invalidateLists(queries), invalidateReviewQueue(queries)]),
  });
}

/** Sets until when the candidate can answer. */
export function changeExpiryOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (expiry: string) =>
      dataOf(
        await client.PATCH("/qsi/gather/candidate-interviews/{candidateInterviewId}", {
          params: pathOf(candidateInterviewId),
          body: { expiry },
        }),
      ),
    onSuccess: () => Promise.all([invalidateLists(queries), invalidateReviewQueue(queries)]),
  });
}

export function resendInviteOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/candidate-interviews/{candidateInterviewId}/resend-invite", {
          params: pathOf(candidateInterviewId),
          body: {},
        }),
      ),
    onSuccess: () => invalidateLists(queries),
  });
}

interface Resent {
  sent: number;
  refused: number;
}

/** Sends several invites once more, one after the other; what the service refuses stops none of the others. */
export function resendInvitesOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (ids: readonly string[]): Promise<Resent> => {
      const outcome = { sent: 0, refused: 0 };
      for (const id of ids) {
        const { response } = await client.POST(
          "/qsi/gather/candidate-interviews/{candidateInterviewId}/resend-invite",
          { params: pathOf(id), body: {} },
        );
        outcome[response.ok ? "sent" : "refused"] += 1;
      }
      return outcome;
    },
    onSuccess: () => invalidateLists(queries),
  });
}

export function shareResultsOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/candidate-interviews/{candidateInterviewId}/share-link", {
          params: pathOf(candidateInterviewId),
          body: {},
        }),
      ),
    onSuccess: () => queries.invalidateQueries(resultsOptions(candidateInterviewId)),
  });
}

export function endShareLinkOptions(candidateInterviewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.DELETE("/qsi/gather/candidate-interviews/{candidateInterviewId}/share-link", {
          params: pathOf(candidateInterviewId),
        }),
      ),
    onSuccess: () => queries.invalidateQueries(resultsOptions(candidateInterviewId)),
  });
}

function pathOf(candidateInterviewId: string) {
  return { path: { candidateInterviewId }, query: inTeam() };
}

async function invalidateLists(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [ALL, "of"] }),
    queries.invalidateQueries({ queryKey: [ALL, "list"] }),
  ]);
}

/** The filter as the service takes it: days begin and end by the reader's clock. */
function asked(filter: InterviewFilter) {
  const { createdSince, createdUntil, completedSince, completedUntil, ...rest } = filter;
  return {
    ...rest,
    ...between("created", createdSince, createdUntil),
    ...between("completed", completedSince, completedUntil),
  };
}
