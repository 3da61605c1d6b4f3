/** An interview as it is edited: its record, its questions and its scorecard in one. */

import type { InterviewType } from "../../service/interviews";
import type {
  AiConfiguration,
  Interview,
  Job,
  ScoreCardTemplate,
  SurveyQuestion,
  Topic,
} from "../../service/records";
import type { Question } from "../../service/questions";
import type { Stored } from "../../service/stored";

export type SurveyType = SurveyQuestion["type"];
/** How a question is answered. */
export type AnswerKind = "audio" | "ai_text" | SurveyType;

export interface OptionItem {
  key: string;
  id: string | null;
  title: string;
  weight: number | null;
  isPreferred: boolean;
}

export interface QuestionItem {
  /** Stays the same as long as the question stands in the form. */
  key: string;
  /** Null before the question is stored. */
  id: string | null;
  kind: AnswerKind;
  text: string;
  /** The name that the team has given a stored question; null for one that is called by its words. */
  title: string | null;
  /** Where the question is spoken; null before. */
  audioURL: string | null;
  narratorId: string | null;
  options: OptionItem[];
  isScored: boolean;
  isKnockout: boolean;
  needsAllPreferred: boolean;
  /** Of a yes-or-no question. */
  preferredAnswer: "none" | "yes" | "no";
  mostCharacters: number | null;
  supportingVideoURL: string | null;
  /** Whether a change of a stored question is for every interview that asks it. */
  isForAll: boolean;
}

export interface TopicItem {
  key: string;
  topic: string;
  weight: number | null;
  description: string;
  /** A sign a line. */
  lookingFor: string;
  levels: Record<Level, string>;
}

export const LEVELS = ["level1", "level2", "level3", "level4", "level5"] as const;
export type Level = (typeof LEVELS)[number];

export const BEHAVIORS = [
  "askToElaborate",
  "askFollowUpQuestions",
  "digDeeper",
  "askCandidateQuestions",
  "conversationalStyle",
  "friendlyTone",
  "professionalTone",
  "closedCaptions",
  "audioOnly",
  "callRecording",
] as const satisfies readonly (keyof AiConfiguration)[];
export type Behavior = (typeof BEHAVIORS)[number];

export interface InterviewForm {
  /** Null before the interview is stored. */
  interviewId: string | null;
  state: string | null;
  scorecardState: string | null;
  /** Whether an active scorecard is stored. */
  hasScorecard: boolean;
  title: string;
  displayName: string;
  interviewType: InterviewType;
  language: string;
  status: number;
  description: string;
  welcomeInfo: string;
  jobText: string;
  /** The job that a new interview is made for. */
  jobId: string | null;
  narratorId: string | null;
  replicaId: string | null;
  messageGroupId: string | null;
  asksForResume: boolean;
  isWebOnly: boolean;
  subscribers: string[];
  knowledgeBaseIds: string[];
  behaviors: Record<Behavior, boolean>;
  greeting: string;
  timeoutSeconds: number | null;
  questions: QuestionItem[];
  /** Questions that are stored, though the stored interview does not ask them yet: it could not be saved. */
  unasked: QuestionItem[];
  topics: TopicItem[];
}

const DEFAULT_BEHAVIORS: Record<Behavior, boolean> = {
  askToElaborate: true,
  askFollowUpQuestions: true,
  digDeeper: false,
  askCandidateQuestions: true,
  conversationalStyle: true,
  friendlyTone: true,
  professionalTone: true,
  closedCaptions: true,
  audioOnly: false,
  callRecording: false,
};
const DEFAULT_TIMEOUT = 60;
export const LONGEST_TEXT = 10_000;
export const LONGEST_NAME = 255;

export function emptyForm(language: string): InterviewForm {
  return {
    interviewId: null,
    state: null,
    scorecardState: null,
    hasScorecard: false,
    title: "",
    displayName: "",
    interviewType: "standard",
    language,
    status: 0,
    description: "",
    welcomeInfo: "",
    jobText: "",
    jobId: null,
    narratorId: null,
    replicaId: null,
    messageGroupId: null,
    asksForResume: false,
    isWebOnly: false,
    subscribers: [],
    knowledgeBaseIds: [],
    behaviors: DEFAULT_BEHAVIORS,
    greeting: "",
    timeoutSeconds: DEFAULT_TIMEOUT,
    questions: [],
    unasked: [],
    topics: [],
  };
}

/** A form with what a job says about itself; what the person has written stays. */
export function withJob(form: InterviewForm, job: Job): InterviewForm {
  const jobText = [job.description, job.requirements].filter(Boolean).join("\n\n");
  return {
    ...form,
    jobId: job.id,
    title: form.title || job.title,
    displayName: form.displayName || job.title,
    jobText: form.jobText || jobText.slice(0, LONGEST_TEXT),
  };
}

export function formOf(
  { record, state }: Stored<Interview>,
  questions: readonly Question[],
  scorecard: Stored<ScoreCardTemplate> | null,
): InterviewForm {
  const { aiConfiguration } = record;
  return {
    interviewId: record.id,
    state,
    scorecardState: scorecard?.state ?? null,
    hasScorecard: scorecard !== null,
    title: record.title,
    displayName: record.displayName,
    interviewType: record.interviewType,
    language: record.language,
    status: record.status,
    description: record.description ?? "",
    welcomeInfo: record.welcomeInfo ?? "",
    jobText: record.jobDescriptionText ?? "",
    jobId: null,
    narratorId: record.narratorId,
    replicaId: aiConfiguration?.replicaId ?? null,
    messageGroupId: record.messageGroupId,
    asksForResume: record.resume,
    isWebOnly: record.webOnly,
    subscribers: record.notificationSubscribers,
    knowledgeBaseIds: record.knowledgeBaseIds,
    behaviors: behaviorsOf(aiConfiguration),
    greeting: aiConfiguration?.greetingMessage ?? "",
    timeoutSeconds: aiConfiguration?.timeoutSeconds ?? DEFAULT_TIMEOUT,
    questions: questions.map((each) => questionItem(each, knockoutIn(record, each.record.id))),
    unasked: [],
    topics: (scorecard?.record.topics ?? []).map(topicItem),
  };
}

function behaviorsOf(configuration: AiConfiguration | null | undefined): Record<Behavior, boolean> {
  const behaviors = { ...DEFAULT_BEHAVIORS };
  for (const each of BEHAVIORS) behaviors[each] = configuration?.[each] ?? behaviors[each];
  return behaviors;
}

function knockoutIn(interview: Interview, questionId: string): boolean | null {
  return interview.surveyQuestions.find(({ id }) => id === questionId)?.knockout ?? null;
}

const EMPTY_QUESTION: Omit<QuestionItem, "key"> = {
  id: null,
  kind: "audio",
  text: "",
  title: null,
  audioURL: null,
  narratorId: null,
  options: [],
  isScored: false,
  isKnockout: false,
  needsAllPreferred: false,
  preferredAnswer: "none",
  mostCharacters: null,
  supportingVideoURL: null,
  isForAll: false,
};

export function newQuestion(kind: AnswerKind): QuestionItem {
  return asKind({ ...EMPTY_QUESTION, key: crypto.randomUUID() }, kind);
}

/** A stored question as it stands in the form. */
export function questionItem(question: Question, knockout: boolean | null = null): QuestionItem {
  const { kind, record } = question;
  const base = { ...EMPTY_QUESTION, key: record.id, id: record.id, title: record.title };
  if (kind === "ai_text") return { ...base, kind, text: question.record.questionText };
  if (kind === "audio") {
    const { questionScript, audioURL, narratorId } = question.record;
    return { ...base, kind, text: questionScript ?? "", audioURL, narratorId };
  }
  return { ...base, ...surveyMembers(question.record, knockout) };
}

function surveyMembers(record: SurveyQuestion, knockout: boolean | null) {
  const { preferredOption } = record;
  return {
    kind: record.type,
    text: record.title,
    title: null,
    options: record.options.map(({ id, title, weight, preferred }) => ({
      key: id,
      id,
      title,
      weight,
      isPreferred: preferred,
    })),
    isScored: record.includeScoring,
    isKnockout: knockout ?? record.knockout,
    needsAllPreferred: record.selectAllForFullScore,
    preferredAnswer:
      preferredOption === null ? ("none" as const) : preferredOption ? ("yes" as const) : ("no" as const),
    mostCharacters: record.maxCharacterLength,
    supportingVideoURL: record.supportingVideoURL,
  };
}

const LEAST_OPTIONS = 2;
const CHOICES: readonly AnswerKind[] = [
  "MULTIPLE_CHOICE",
  "MULTIPLE_CHOICE_WEIGHTED",
  "MULTIPLE_CHOICE_MULTIPLE_ANSWER",
];

/** Whether candidates choose among options of the team's own. */
export function hasOptions(kind: AnswerKind): boolean {
  return kind === "THUMBS_UP_DOWN" || CHOICES.includes(kind);
}

/** Whether options can be added and removed. */
export function hasFreeOptions(kind: AnswerKind): boolean {
  return CHOICES.includes(kind);
}

export function newOption(): OptionItem {
  return { key: crypto.randomUUID(), id: null, title: "", weight: null, isPreferred: false };
}

/** A question that is answered in another way. A stored one becomes a new question, since its answers would not fit. */
export function asKind(question: QuestionItem, kind: AnswerKind): QuestionItem {
  const missing = hasOptions(kind) ? Math.max(0, LEAST_OPTIONS - question.options.length) : 0;
  const options = [...question.options, ...Array.from({ length: missing }, newOption)];
  return {
    ...question,
    id: null,
    audioURL: null,
    kind,
    options: kind === "THUMBS_UP_DOWN" ? options.slice(0, LEAST_OPTIONS) : options,
  };
}

/** The kind of record that a question is. */
export function recordKind(kind: AnswerKind): Question["kind"] {
  return kind === "audio" || kind === "ai_text" ? kind : "survey";
}

const ORDER = { audio: 0, ai_text: 1, survey: 2 };

/** Questions in the order in which candidates meet them: a service asks the kinds one after the other. */
export function inOrder(questions: readonly QuestionItem[]): QuestionItem[] {
  return questions.toSorted((one, other) => ORDER[recordKind(one.kind)] - ORDER[recordKind(other.kind)]);
}

const SURVEY_TYPES: readonly SurveyType[] = [
  "FREE_TEXT",
  "YES_NO",
  "THUMBS_UP_DOWN",
  "MULTIPLE_CHOICE",
  "MULTIPLE_CHOICE_WEIGHTED",
  "MULTIPLE_CHOICE_MULTIPLE_ANSWER",
];

/** The ways of answering that an interview of a type has, the usual one first. */
export function kindsFor(type: InterviewType): readonly AnswerKind[] {
  if (type === "standard") return ["audio", ...SURVEY_TYPES];
  return type === "ai_interviewer" ? ["ai_text", ...SURVEY_TYPES] : SURVEY_TYPES;
}

export function usualKind(type: InterviewType): AnswerKind {
  return kindsFor(type)[0] ?? "FREE_TEXT";
}

/** A form of another type, whose questions are answered as that type has it. */
export function asType(form: InterviewForm, interviewType: InterviewType): InterviewForm {
  const kinds = kindsFor(interviewType);
  const questions = form.questions.map((each) =>
    kinds.includes(each.kind) ? each : asKind(each, usualKind(interviewType)),
  );
  return { ...form, interviewType, questions: inOrder(questions) };
}

export function newTopic(weight: number | null = null): TopicItem {
  return {
    key: crypto.randomUUID(),
    topic: "",
    weight,
    description: "",
    lookingFor: "",
    levels: { level1: "", level2: "", level3: "", level4: "", level5: "" },
  };
}

export function topicItem({ topic, weight, description, lookingFor, scoreDescriptions }: Topic): TopicItem {
  const empty = newTopic(weight);
  for (const level of LEVELS) empty.levels[level] = scoreDescriptions?.[level] ?? "";
  return {
    ...empty,
    topic,
    description: description ?? "",
    lookingFor: (lookingFor ?? []).join("\n"),
  };
}

/** Topics with suggested ones behind them, without those of the same name. */
export function withSuggestions(topics: readonly TopicItem[], suggested: readonly Topic[]): TopicItem[] {
  const written = topics.filter(({ topic }) => topic.trim() !== "");
  const names = new Set(written.map(({ topic }) => nameKey(topic)));
  return [...written, ...suggested.filter(({ topic }) => !names.has(nameKey(topic))).map(topicItem)];
}

/** Names of topics that differ only in this are the same to the service. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/** Whether two forms say the same. Keys and marks of state say nothing. */
export function saysTheSame(one: InterviewForm, other: InterviewForm): boolean {
  return wordsOf(one) === wordsOf(other);
}

const UNSPOKEN = new Set(["key", "state", "scorecardState", "audioURL", "unasked"]);

function wordsOf(form: InterviewForm): string {
  return JSON.stringify(form, (name, value: unknown) => (UNSPOKEN.has(name) ? undefined : value));
}
