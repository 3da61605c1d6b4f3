import type { PhraseName } from "../../language/catalogue";
import type { AnswerKind } from "./form";

/** How each kind of question is answered. */
export const ANSWER_KINDS: Readonly<Record<AnswerKind, PhraseName>> = {
  audio: "answerKind.audio",
  ai_text: "answerKind.ai_text",
  FREE_TEXT: "answerKind.FREE_TEXT",
  YES_NO: "answerKind.YES_NO",
  THUMBS_UP_DOWN: "answerKind.THUMBS_UP_DOWN",
  MULTIPLE_CHOICE: "answerKind.MULTIPLE_CHOICE",
  MULTIPLE_CHOICE_WEIGHTED: "answerKind.MULTIPLE_CHOICE_WEIGHTED",
  MULTIPLE_CHOICE_MULTIPLE_ANSWER: "answerKind.MULTIPLE_CHOICE_MULTIPLE_ANSWER",
};
