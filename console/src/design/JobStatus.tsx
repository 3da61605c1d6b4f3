import { phrase, type PhraseName } from "../language/catalogue";
import type { JobStatus as JobStatusWord, JobType } from "../service/records";
import { Status, type Tone } from "./Status";

export const JOB_STATUSES: Readonly<Record<JobStatusWord, readonly [PhraseName, Tone]>> = {
  draft: ["job.status.draft", "neutral"],
  pending_approval: ["job.status.pending_approval", "caution"],
  approved: ["job.status.approved", "accent"],
  active: ["job.status.active", "good"],
  open: ["job.status.open", "good"],
  on_hold: ["job.status.on_hold", "caution"],
  paused: ["job.status.paused", "caution"],
  filled: ["job.status.filled", "accent"],
  closed: ["job.status.closed", "neutral"],
  cancelled: ["job.status.cancelled", "bad"],
  archived: ["job.status.archived", "neutral"],
};

export const JOB_TYPES: Readonly<Record<JobType, PhraseName>> = {
  requisition: "job.type.requisition",
  pipeline: "job.type.pipeline",
  template: "job.type.template",
};

export function JobStatus({ status }: { status: JobStatusWord }) {
  const [words, tone] = JOB_STATUSES[status];
  return <Status tone={tone}>{phrase(words)}</Status>;
}

/** The statuses in the order of a job's life. */
export const JOB_STATUS_WORDS = Object.keys(JOB_STATUSES).filter(isJobStatus);

export const JOB_TYPE_WORDS = Object.keys(JOB_TYPES).filter(isJobType);

export function isJobStatus(word: string): word is JobStatusWord {
  return word in JOB_STATUSES;
}

export function isJobType(word: string): word is JobType {
  return word in JOB_TYPES;
}
