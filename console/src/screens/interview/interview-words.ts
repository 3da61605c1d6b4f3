/** What an interview's type and the numbers of its status mean. */

import type { PhraseName } from "../../language/catalogue";
import type { Tone } from "../../design/Status";
import type { InterviewType } from "../../service/interviews";

interface StatusWords {
  name: PhraseName;
  tone: Tone;
}

export const INTERVIEW_STATUSES: Readonly<Record<number, StatusWords>> = {
  0: { name: "interviewStatus.active", tone: "good" },
  1: { name: "interviewStatus.paused", tone: "caution" },
  2: { name: "interviewStatus.closed", tone: "neutral" },
  3: { name: "interviewStatus.archived", tone: "neutral" },
};

/** Where each can go by the hands of a person. */
export const NEXT_STATUSES: Readonly<Record<number, readonly number[]>> = {
  0: [0, 1, 2],
  1: [1, 0, 2],
  2: [2, 0],
};

export const INTERVIEW_TYPE_NAMES: Readonly<Record<InterviewType, PhraseName>> = {
  standard: "interviewType.standard",
  ai_interviewer: "interviewType.ai_interviewer",
  questionnaire: "interviewType.questionnaire",
};
