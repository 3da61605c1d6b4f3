import { Status, type Tone } from "./Status";
import { phrase, type PhraseName } from "../language/catalogue";
import type { CandidateInterviewStatus } from "../service/records";

/** The words and the color of each status. */
export const STATUS_WORDS: Readonly<
  Record<NonNullable<CandidateInterviewStatus>, readonly [PhraseName, Tone]>
> = {
  invite_sent: ["status.invite_sent", "neutral"],
  partially_completed: ["status.partially_completed", "caution"],
  new_response: ["status.new_response", "accent"],
  has_reviewed: ["status.has_reviewed", "neutral"],
  hired: ["status.hired", "good"],
  archived: ["status.archived", "neutral"],
  expired: ["status.expired", "bad"],
};

export function InterviewStatus({ status }: { status: CandidateInterviewStatus }) {
  const [words, tone] = status === null ? (["status.none", "neutral"] as const) : STATUS_WORDS[status];
  return <Status tone={tone}>{phrase(words)}</Status>;
}
