import { phrase, type PhraseName } from "../language/catalogue";
import type { EnrollmentStep } from "../service/records";
import { Status, type Tone } from "./Status";

const WORDS: Readonly<Record<EnrollmentStep["status"], readonly [PhraseName, Tone]>> = {
  pending: ["step.pending", "neutral"],
  invited: ["step.invited", "neutral"],
  in_progress: ["step.in_progress", "caution"],
  waiting_for_evaluation: ["step.waiting_for_evaluation", "accent"],
  passed: ["step.passed", "good"],
  failed: ["step.failed", "bad"],
  completed: ["step.completed", "good"],
};

/** How far a candidate is in a step of a workflow. */
export function StepStatus({ status }: { status: EnrollmentStep["status"] }) {
  const [words, tone] = WORDS[status];
  return <Status tone={tone}>{phrase(words)}</Status>;
}
