/** The addresses of the screens. */

import type { QueueFilter } from "./service/review-queue";

const HOME = "/console";

export const ADDRESSES = {
  reviewQueue: HOME,
  candidates: `${HOME}/candidates`,
  jobs: `${HOME}/jobs`,
  interviews: `${HOME}/interviews`,
  workflows: `${HOME}/workflows`,
  meetings: `${HOME}/meetings`,
  imports: `${HOME}/imports`,
  webhooks: `${HOME}/webhooks`,
  people: `${HOME}/people`,
  settings: `${HOME}/settings`,
} as const;

export type Address = (typeof ADDRESSES)[keyof typeof ADDRESSES];

export function candidateAddress(candidateId: string): string {
  return `${ADDRESSES.candidates}/${candidateId}`;
}

/** A candidate's screen with one of their interviews. */
export function candidateInterviewAddress(candidateId: string, candidateInterviewId: string): string {
  return `${candidateAddress(candidateId)}?interview=${candidateInterviewId}`;
}

export function jobAddress(jobId: string): string {
  return `${ADDRESSES.jobs}/${jobId}`;
}

export function reviewQueueAddress(filter: QueueFilter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? ADDRESSES.reviewQueue : `${ADDRESSES.reviewQueue}?${query}`;
}
