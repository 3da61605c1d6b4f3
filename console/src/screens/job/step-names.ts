import { useQueries } from "@tanstack/react-query";
import { STEP_TYPES } from "../../design/step-types";
import { phrase } from "../../language/catalogue";
import { interviewOptions } from "../../service/interviews";
import { meetingOptions } from "../../service/meetings";
import type { WorkflowStep } from "../../service/records";

type Step = Pick<WorkflowStep, "artifactId" | "stepType">;

/** What the steps are called: by the interview or the meeting, until it is read by its kind. */
export function useStepNames(steps: readonly Step[]): (step: Step) => string {
  const titles = useQueries({
    queries: steps
      .filter(({ stepType }) => stepType !== "meeting")
      .map(({ artifactId }) => interviewOptions(artifactId)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.title]]))),
  });
  const meetings = useQueries({
    queries: steps
      .filter(({ stepType }) => stepType === "meeting")
      .map(({ artifactId }) => meetingOptions(artifactId)),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => (data === undefined ? [] : [[data.record.id, data.record.title]])),
      ),
  });
  return ({ artifactId, stepType }) =>
    titles.get(artifactId) ?? meetings.get(artifactId) ?? phrase(STEP_TYPES[stepType]);
}
