import type { PhraseName } from "../language/catalogue";
import type { WorkflowStep } from "../service/records";

/** What the kinds of steps are called. */
export const STEP_TYPES: Readonly<Record<WorkflowStep["stepType"], PhraseName>> = {
  questionnaire: "stepType.questionnaire",
  standard_interview: "stepType.standard_interview",
  ai_interviewer: "stepType.ai_interviewer",
  ai_practice_interviewer: "stepType.ai_practice_interviewer",
  ai_career_coach: "stepType.ai_career_coach",
  meeting: "stepType.meeting",
};
