/** Steps of workflows in words. */

import { counted, phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { WorkflowStep } from "../../service/records";
import { DAY_MINUTES, delayOf, HOUR_MINUTES } from "./delay";

export type StepType = WorkflowStep["stepType"];

/** The kinds in the order in which a workflow mostly has them. */
export const STEP_KINDS = [
  "questionnaire",
  "standard_interview",
  "ai_interviewer",
  "ai_practice_interviewer",
  "ai_career_coach",
  "meeting",
] as const satisfies readonly StepType[];

/** The kinds whose score can decide who goes on. */
export function mayHaveGate(stepType: StepType): boolean {
  return stepType === "questionnaire" || stepType === "standard_interview" || stepType === "ai_interviewer";
}

/** Which type an interview must have to be the step. */
export function interviewTypeOf(stepType: StepType): string | null {
  if (stepType === "meeting") return null;
  if (stepType === "questionnaire") return "questionnaire";
  return stepType === "standard_interview" ? "standard" : "ai_interviewer";
}

/** When the invite of a step goes out. */
export function whenOf(at: number, sendDelayMinutes: number | null): string {
  if (sendDelayMinutes === null || sendDelayMinutes === 0) {
    return phrase(at === 0 ? "workflows.when.first" : "workflows.when.next");
  }
  const { amount, unit } = delayOf(sendDelayMinutes);
  if (unit === DAY_MINUTES) return counted("workflows.when.days", amount);
  return unit === HOUR_MINUTES
    ? counted("workflows.when.hours", amount)
    : counted("workflows.when.minutes", amount);
}

/** Who goes on after a step. */
export function gateOf({ scoreThreshold, gateMode, stepType }: WorkflowStep, isLast: boolean): string {
  if (scoreThreshold === null || !mayHaveGate(stepType)) {
    return phrase(isLast ? "workflows.gate.last" : "workflows.gate.none");
  }
  const values = { score: formatNumber(scoreThreshold) };
  return phrase(gateMode === "confirm" ? "workflows.gate.confirm" : "workflows.gate.automatic", values);
}
