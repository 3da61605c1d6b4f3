/** A workflow as its form holds it, and as the service takes it. */

import type { PhraseName } from "../../language/catalogue";
import type { Workflow } from "../../service/records";
import type { WorkflowMembers } from "../../service/workflows";
import { DAY_MINUTES, delayOf, LONGEST_DELAY, type Unit } from "./delay";
import { mayHaveGate, type StepType } from "./steps";

export interface DelayForm {
  amount: number | null;
  unit: Unit;
}

export interface StepForm {
  /** Tells steps apart; that of the service for a step that it has. */
  key: string;
  isStored: boolean;
  stepType: StepType;
  artifactId: string;
  threshold: number | null;
  isConfirmed: boolean;
  delay: DelayForm;
}

export interface WorkflowForm {
  name: string;
  description: string;
  messageGroupId: string;
  /** Whether candidates who fail a gate are told, and when. */
  tellsRejected: boolean;
  rejectionDelay: DelayForm;
  steps: readonly StepForm[];
}

export type FormProblems = ReadonlyMap<string, PhraseName>;

export const MOST_STEPS = 20;
const HIGHEST_SCORE = 100;
const AT_ONCE: DelayForm = { amount: null, unit: DAY_MINUTES };

export function emptyForm(): WorkflowForm {
  return {
    name: "",
    description: "",
    messageGroupId: "",
    tellsRejected: false,
    rejectionDelay: { amount: 1, unit: DAY_MINUTES },
    steps: [newStep()],
  };
}

export function newStep(): StepForm {
  return {
    key: crypto.randomUUID(),
    isStored: false,
    stepType: "ai_interviewer",
    artifactId: "",
    threshold: null,
    // A score alone should turn nobody away unless the team wishes so.
    isConfirmed: true,
    delay: AT_ONCE,
  };
}

export function formOf(workflow: Workflow): WorkflowForm {
  const { name, description, messageGroupId, rejectionDelayMinutes, steps } = workflow;
  return {
    name,
    description: description ?? "",
    messageGroupId: messageGroupId ?? "",
    tellsRejected: rejectionDelayMinutes !== null,
    rejectionDelay: delayForm(rejectionDelayMinutes),
    steps: steps.map(({ id, stepType, artifactId, scoreThreshold, gateMode, sendDelayMinutes }) => ({
      key: id,
      isStored: true,
      stepType,
      artifactId,
      threshold: scoreThreshold,
      isConfirmed: scoreThreshold === null || gateMode === "confirm",
      delay: delayForm(sendDelayMinutes),
    })),
  };
}

export function problemsOf(form: WorkflowForm): FormProblems {
  const problems = new Map<string, PhraseName>();
  if (form.name.trim() === "") problems.set("name", "workflows.problem.name");
  if (form.steps.length === 0) problems.set("steps", "workflows.problem.steps");
  if (form.tellsRejected && minutesOf(form.rejectionDelay) === undefined)
    problems.set("rejectionDelayMinutes", "workflows.problem.delay");
  form.steps.forEach(({ artifactId, threshold, delay }, at) => {
    if (artifactId === "") problems.set(`steps[${at}].artifactId`, "workflows.problem.artifact");
    if (threshold !== null && (threshold < 0 || threshold > HIGHEST_SCORE))
      problems.set(`steps[${at}].scoreThreshold`, "workflows.problem.score");
    if (minutesOf(delay) === undefined)
      problems.set(`steps[${at}].sendDelayMinutes`, "workflows.problem.delay");
  });
  return problems;
}

/** What the service is sent of a form without problems. */
export function membersOf(form: WorkflowForm): WorkflowMembers {
  return {
    name: form.name.trim(),
    description: form.description.trim() === "" ? null : form.description.trim(),
    ...(form.messageGroupId === "" ? {} : { messageGroupId: form.messageGroupId }),
    rejectionDelayMinutes: form.tellsRejected ? (minutesOf(form.rejectionDelay) ?? 0) : null,
    steps: form.steps.map(({ key, isStored, stepType, artifactId, threshold, isConfirmed, delay }, at) => ({
      ...(isStored ? { id: key } : {}),
      position: at + 1,
      stepType,
      artifactId,
      scoreThreshold: mayHaveGate(stepType) ? threshold : null,
      gateMode: isConfirmed ? "confirm" : "automatic",
      sendDelayMinutes: minutesOf(delay) ?? null,
    })),
  };
}

function delayForm(minutes: number | null): DelayForm {
  return minutes === null || minutes === 0 ? AT_ONCE : delayOf(minutes);
}

/** A delay in minutes, null for none; undefined for one that cannot be. */
function minutesOf({ amount, unit }: DelayForm): number | null | undefined {
  if (amount === null || amount === 0) return null;
  const minutes = amount * unit;
  return Number.isInteger(minutes) && minutes > 0 && minutes <= LONGEST_DELAY ? minutes : undefined;
}
