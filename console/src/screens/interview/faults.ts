/** What is missing or wrong in a form, each at its field. */

import { phrase } from "../../language/catalogue";
import { refusedMembers } from "../../service/errors";
import type { Defaults } from "./defaults";
import { hasOptions, type InterviewForm, nameKey, type QuestionItem, type TopicItem } from "./form";

/** Words for a field, by the field's name: `title`, `question:<key>`, `option:<key>`, `topic:<key>`, `weight:<key>`. */
export type Faults = Readonly<Record<string, string>>;

const MOST_WEIGHT = 100;

export function faultsOf(form: InterviewForm, defaults: Defaults): Faults {
  const faults: Record<string, string> = {};
  if (isBlank(form.title)) faults.title = phrase("interview.title.missing");
  if (form.interviewType === "ai_interviewer" && (form.replicaId ?? defaults.replicaId) === null) {
    faults.replicaId = phrase("interview.replica.missing");
  }
  if (form.interviewType === "questionnaire" && form.questions.length === 0) {
    faults.questions = phrase("interview.questions.none");
  }
  for (const question of form.questions)
    addQuestionFaults(faults, question, form.narratorId ?? defaults.narratorId);
  for (const topic of form.topics) addTopicFaults(faults, topic, form.topics);
  return faults;
}

function addQuestionFaults(
  faults: Record<string, string>,
  question: QuestionItem,
  narratorId: string | null,
): void {
  const { key, kind, text, audioURL, options } = question;
  const isRecording = kind === "audio" && text === "" && audioURL !== null;
  if (isBlank(text) && !isRecording) faults[`question:${key}`] = phrase("interview.question.missing");
  if (kind === "audio" && !isRecording && (question.narratorId ?? narratorId) === null) {
    faults.narratorId = phrase("interview.voice.missing");
  }
  if (!hasOptions(kind)) return;
  for (const option of options) {
    if (isBlank(option.title)) faults[`option:${option.key}`] = phrase("interview.option.missing");
    if (kind === "MULTIPLE_CHOICE_WEIGHTED" && option.weight === null) {
      faults[`points:${option.key}`] = phrase("interview.points.missing");
    }
  }
}

function addTopicFaults(
  faults: Record<string, string>,
  { key, topic, weight }: TopicItem,
  topics: readonly TopicItem[],
): void {
  const namesakes = topics.filter((each) => nameKey(each.topic) === nameKey(topic));
  if (isBlank(topic)) faults[`topic:${key}`] = phrase("interview.topic.missing");
  else if (namesakes.length > 1) faults[`topic:${key}`] = phrase("interview.topic.twice");
  if (weight === null || weight < 0 || weight > MOST_WEIGHT) {
    faults[`weight:${key}`] = phrase("interview.weight.wrong");
  }
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The fields that the service names in a refusal of the interview or its scorecard. */
export function faultsFrom(error: unknown, form: InterviewForm): Faults {
  const faults: Record<string, string> = {};
  for (const [field, reason] of refusedMembers(error)) {
    const [, at = "", member = ""] = /^topics\[(\d+)\]\.?(\w*)/.exec(field) ?? [];
    const topic = at === "" ? undefined : form.topics[Number(at)];
    if (topic !== undefined) faults[`${member === "weight" ? "weight" : "topic"}:${topic.key}`] = reason;
    else faults[field.replace(/^aiConfiguration\./, "")] = reason;
  }
  return faults;
}
