/** The addresses of the screens. */

import type { InterviewFilter } from "./service/interviews";
import type { JobFilter } from "./service/jobs";
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

/** The candidates, or with `interviews` what they have done, narrowed as the query says. */
export function candidatesAddress(query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? ADDRESSES.candidates : `${ADDRESSES.candidates}?${search}`;
}

export function importAddress(importId: string): string {
  return `${ADDRESSES.imports}/${importId}`;
}

export const NEW_IMPORT_ADDRESS = `${ADDRESSES.imports}/new`;

export function interviewAddress(interviewId: string): string {
  return `${ADDRESSES.interviews}/${interviewId}`;
}

/** The interviews that a filter keeps. */
export function interviewsAddress({ search, interviewType, archived }: InterviewFilter): string {
  const query = new URLSearchParams({
    ...(search === undefined ? {} : { search }),
    ...(interviewType === undefined ? {} : { type: interviewType }),
    ...(archived === true ? { archived: "yes" } : {}),
  }).toString();
  return query === "" ? ADDRESSES.interviews : `${ADDRESSES.interviews}?${query}`;
}

export const NEW_INTERVIEW_ADDRESS = `${ADDRESSES.interviews}/new`;

/** A new interview, perhaps for a job. */
export function newInterviewAddress(jobId: string | null): string {
  return jobId === null ? NEW_INTERVIEW_ADDRESS : `${NEW_INTERVIEW_ADDRESS}?job=${jobId}`;
}

/** The jobs that a filter keeps. */
export function jobsAddress(filter: JobFilter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? ADDRESSES.jobs : `${ADDRESSES.jobs}?${query}`;
}

/** How the candidates of a job are shown. */
export interface JobView {
  view?: "ranking";
  /** The step, or how enrollments ended, whose people are shown alone. */
  step?: string;
  /** The interview that people are ranked by. */
  interview?: string;
}

export function jobAddress(jobId: string, view: JobView = {}): string {
  const query = new URLSearchParams(Object.entries(view)).toString();
  return `${ADDRESSES.jobs}/${jobId}${query === "" ? "" : `?${query}`}`;
}

export const NEW_JOB_ADDRESS = `${ADDRESSES.jobs}/new`;

export function editJobAddress(jobId: string): string {
  return `${jobAddress(jobId)}/edit`;
}

/** Candidates beside each other, by what each of them has done. */
export function compareAddress(candidateInterviewIds: readonly string[], order?: string): string {
  const query = `ids=${candidateInterviewIds.join(",")}${order === undefined ? "" : `&order=${order}`}`;
  return `${COMPARE_ADDRESS}?${query}`;
}

export const COMPARE_ADDRESS = `${HOME}/compare`;

export function meetingAddress(meetingId: string): string {
  return `${ADDRESSES.meetings}/${meetingId}`;
}

export const NEW_MEETING_ADDRESS = `${ADDRESSES.meetings}/new`;

export function meetingEditAddress(meetingId: string): string {
  return `${meetingAddress(meetingId)}/edit`;
}

export function workflowAddress(templateId: string): string {
  return `${ADDRESSES.workflows}/${templateId}`;
}

export const NEW_WORKFLOW_ADDRESS = `${ADDRESSES.workflows}/new`;

export function workflowEditAddress(templateId: string): string {
  return `${workflowAddress(templateId)}/edit`;
}

export function reviewQueueAddress(filter: QueueFilter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? ADDRESSES.reviewQueue : `${ADDRESSES.reviewQueue}?${query}`;
}

/** One delivery to a webhook, with each attempt. */
export function webhookDeliveryAddress(deliveryId: string): string {
  return `${ADDRESSES.webhooks}/deliveries/${deliveryId}`;
}
