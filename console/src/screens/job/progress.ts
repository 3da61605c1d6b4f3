/** Who is where in a job, by what its enrollments say. */

import type { Enrollment, EnrollmentStep } from "../../service/records";

export type State =
  | "pending"
  | "invited"
  | "in_progress"
  | "answered"
  | "waiting_for_score"
  | "waiting_for_person"
  | "completed"
  | "failed_gate"
  | "failed_by_person"
  | "failed_before"
  | "stopped";

/** Somebody who is enrolled. */
export interface Person {
  id: string;
  candidateId: string;
  enrollment: Enrollment;
  state: State;
  /** Where they are, or where it ended; null when that was no step. */
  step: EnrollmentStep | null;
  since: string;
  /** The newest score. */
  score: number | null;
}

/** A step that people of a job go through. */
export interface Stage {
  id: string;
  position: number;
  stepType: EnrollmentStep["stepType"];
  artifactId: string;
}

export interface Group {
  /** That of the stage, or how the enrollments ended. */
  id: string;
  stage: Stage | null;
  people: Person[];
}

/** Scores by candidate interview, where the enrollment does not have them yet. */
export type Scores = ReadonlyMap<string, number>;

const ENDS = ["completed", "failed", "stopped"] as const;
const WAITING: ReadonlySet<State> = new Set(["waiting_for_person", "waiting_for_score"]);

/** The steps that enrollments go through, in their order. */
export function stagesOf(enrollments: readonly Enrollment[]): Stage[] {
  const stages = new Map<string, Stage>();
  for (const step of enrollments.flatMap(({ steps }) => steps)) {
    const { position, stepType, artifactId } = step;
    stages.set(stageId(step), { id: stageId(step), position, stepType, artifactId });
  }
  return [...stages.values()].toSorted((one, other) => one.position - other.position);
}

/** The people at each step, who waits first, then those who ended. Groups without people are left out. */
export function groupsOf(people: readonly Person[], stages: readonly Stage[]): Group[] {
  const active = people.filter(({ enrollment }) => enrollment.status === "active");
  const groups = [
    ...stages.map((stage) => ({
      id: stage.id,
      stage,
      people: active.filter(({ step }) => step !== null && stageId(step) === stage.id),
    })),
    ...ENDS.map((end) => ({
      id: end,
      stage: null,
      people: people.filter(({ enrollment }) => enrollment.status === end),
    })),
  ];
  return groups
    .filter((group) => group.people.length > 0)
    .map((group) => ({ ...group, people: group.people.toSorted(byUrgency) }));
}

export function personOf(enrollment: Enrollment, scores: Scores): Person {
  const { steps, status } = enrollment;
  const wanted =
    status === "failed" ? steps.find((step) => step.status === "failed") : currentStep(enrollment);
  const step = wanted ?? null;
  return {
    id: enrollment.id,
    candidateId: enrollment.candidateId,
    enrollment,
    state: stateOf(enrollment, step, scores),
    step,
    since: sinceOf(enrollment, step),
    score:
      steps
        .toReversed()
        .map((each) => scoreOf(each, scores))
        .find((score) => score !== null) ?? null,
  };
}

/** The score of a step; that of the interview where the gate has taken none yet. */
export function scoreOf({ score, candidateInterviewId }: EnrollmentStep, scores: Scores): number | null {
  return score ?? scores.get(candidateInterviewId ?? "") ?? null;
}

/** How far the enrollments came: who was invited to each stage. */
export function reachedOf(enrollments: readonly Enrollment[], stage: Stage): number {
  return enrollments.filter(({ steps }) =>
    steps.some((step) => stageId(step) === stage.id && step.status !== "pending"),
  ).length;
}

/** How long people took for a stage who are through it, in seconds. */
export function lengthsOf(enrollments: readonly Enrollment[], stage: Stage): number[] {
  return enrollments
    .flatMap(({ steps }) => steps)
    .filter((step) => stageId(step) === stage.id)
    .flatMap(({ inviteSentAt, completedAt }) =>
      inviteSentAt === null || completedAt === null
        ? []
        : [(Date.parse(completedAt) - Date.parse(inviteSentAt)) / 1_000],
    )
    .filter((seconds) => seconds >= 0);
}

/**
 * The candidate interviews in which people can be compared: those of the last step that all of them have come to;
 * where there is none, the last of each.
 */
export function comparable(people: readonly Person[]): string[] {
  const interviewsOf = ({ enrollment }: Person) =>
    enrollment.steps.filter(({ candidateInterviewId }) => candidateInterviewId != null);
  const [first] = people;
  const shared = first === undefined ? [] : interviewsOf(first).map(({ artifactId }) => artifactId);
  const common = shared.findLast((artifactId) =>
    people.every((person) =>
      interviewsOf(person).some((step) => step.artifactId === artifactId && isOver(step)),
    ),
  );
  return people.flatMap((person) => {
    const own = interviewsOf(person);
    const step = own.find(({ artifactId }) => artifactId === common) ?? own.findLast(isOver) ?? own.at(-1);
    return step?.candidateInterviewId ?? [];
  });
}

function isOver({ completedAt, score }: EnrollmentStep): boolean {
  return completedAt !== null || score !== null;
}

function stageId({ position, artifactId }: EnrollmentStep): string {
  return `${position}-${artifactId}`;
}

function currentStep({ steps, currentStepId }: Enrollment): EnrollmentStep | undefined {
  return steps.find(({ id }) => id === currentStepId);
}

function stateOf({ status }: Enrollment, step: EnrollmentStep | null, scores: Scores): State {
  if (status === "completed" || status === "stopped") return status;
  if (status === "failed")
    return step === null ? "failed_before" : isBelow(step, scores) ? "failed_gate" : "failed_by_person";
  switch (step?.status) {
    case "waiting_for_evaluation":
      return isBelow(step, scores) ? "waiting_for_person" : "waiting_for_score";
    case "invited":
    case "in_progress":
      // Somebody has completed it for the candidate, which decides no step.
      return scoreOf(step, scores) === null ? step.status : "answered";
    default:
      return "pending";
  }
}

function isBelow(step: EnrollmentStep, scores: Scores): boolean {
  const score = scoreOf(step, scores);
  return score !== null && step.scoreThreshold !== null && score < step.scoreThreshold;
}

function sinceOf(enrollment: Enrollment, step: EnrollmentStep | null): string {
  if (enrollment.completedAt !== null) return enrollment.completedAt;
  if (step?.status === "invited" || step?.status === "in_progress")
    return step.inviteSentAt ?? enrollment.updatedAt;
  return step?.completedAt ?? enrollment.updatedAt;
}

function byUrgency(one: Person, other: Person): number {
  const rank = ({ state }: Person) => (WAITING.has(state) ? 0 : 1);
  return rank(one) - rank(other) || one.since.localeCompare(other.since);
}
