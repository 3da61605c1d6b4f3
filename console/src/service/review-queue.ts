/** What waits for the team, most urgent first. */

import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { ReviewItem, ReviewKind } from "./records";

/** The kinds in the order of their urgency. */
export const REVIEW_KINDS = [
  "request",
  "gate",
  "decision",
  "meeting",
  "approval",
  "invite",
] as const satisfies readonly ReviewKind[];

export const WAITING_FOR = ["you", "candidate"] as const;

export interface QueueFilter {
  kind?: ReviewKind;
  waitingFor?: (typeof WAITING_FOR)[number];
  jobId?: string;
}

const QUEUE = "review-queue";
const REFRESH_MS = 60_000;

export function reviewQueueOptions(filter: QueueFilter) {
  return infiniteQueryOptions({
    queryKey: [QUEUE, filter],
    queryFn: async ({ pageParam, signal }) =>
      dataOf(
        await client.GET("/qsi/gather/review-queue", {
          params: { query: { ...inTeam(), ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: REFRESH_MS,
  });
}

export function invalidateReviewQueue(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [QUEUE] });
}

/** The item to go on with after a candidate interview: the one behind it, at the end the first. */
export function nextItem(items: readonly ReviewItem[], candidateInterviewId: string): ReviewItem | null {
  const at = items.findIndex((item) => item.candidateInterviewId === candidateInterviewId);
  const around = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return around.find((item) => item.candidateInterviewId !== candidateInterviewId) ?? null;
}
