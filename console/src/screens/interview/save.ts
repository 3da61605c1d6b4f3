/** Stores a form by the requests that it takes, so that a second attempt goes on where the first one ended. */

import { ApiError } from "talent-screening";
import { changeInterview, createInterview, giveInterviewToJob } from "../../service/interviews";
import { storeAiTextQuestion, storeAudioQuestion, storeSurveyQuestion } from "../../service/questions";
import type {
  ChangeInterview,
  CreateInterview,
  CreateSurveyQuestion,
  TopicRequest,
} from "../../service/records";
import { changeScorecard, createScorecard, removeScorecard } from "../../service/scorecards";
import type { Defaults } from "./defaults";
import {
  BEHAVIORS,
  hasOptions,
  type InterviewForm,
  type Level,
  LEVELS,
  LONGEST_NAME,
  type QuestionItem,
  type TopicItem,
} from "./form";

/** What is stored in its turn. */
export type SaveStep = "questions" | "interview" | "scorecard" | "job";

/** A form, what of it is stored, and how far the storing has come. */
export interface Saving {
  form: InterviewForm;
  /** For an interview that is not stored yet, an empty form. */
  stored: InterviewForm;
  defaults: Defaults;
  onProgress: (form: InterviewForm, stored: InterviewForm) => void;
}

/** A failure at one step. What came before it is stored. */
export class SaveFailure extends Error {
  constructor(
    readonly step: SaveStep,
    readonly reason: unknown,
    /** The question that failed. */
    readonly questionKey: string | null = null,
  ) {
    super(`saving failed at ${step}`);
  }
}

/**
 * Questions first, since the interview names them; then the interview; then its scorecard; then the job. Nothing
 * points to what is not there, wherever it ends.
 */
export async function saveForm({ form, stored, defaults, onProgress }: Saving): Promise<InterviewForm> {
  let now = form;
  let before = stored;
  const proceed = (next: InterviewForm, nextStored: InterviewForm) => {
    now = next;
    before = nextStored;
    onProgress(next, nextStored);
  };
  for (const question of form.questions) {
    if (!needsStoring(question, now, before)) continue;
    const done = await attempt(
      "questions",
      () => storeQuestion(question, now, before, defaults),
      question.key,
    );
    const questions = now.questions.map((each) => (each.key === done.key ? done : each));
    proceed({ ...now, questions }, { ...before, unasked: [...before.unasked, done] });
  }
  const saved = await attempt("interview", () => storeInterview(now, before, defaults));
  proceed(saved, { ...saved, topics: before.topics, jobId: before.jobId });
  const scored = await attempt("scorecard", () => storeScorecard(now, before));
  proceed(scored, { ...scored, jobId: before.jobId });
  const { jobId, interviewId } = now;
  if (jobId !== null && interviewId !== null && before.jobId !== jobId) {
    await attempt("job", () => giveInterviewToJob(jobId, interviewId));
  }
  proceed(now, now);
  return now;
}

export async function attempt<Result>(
  step: SaveStep,
  run: () => Promise<Result>,
  questionKey?: string,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new SaveFailure(step, error, questionKey);
  }
}

/** The stored question with an id, as it was read or stored last. */
function storedQuestion(question: QuestionItem, stored: InterviewForm): QuestionItem | undefined {
  const known = [...stored.questions, ...stored.unasked];
  return known.findLast((each) => each.id === question.id && question.id !== null);
}

/** Whether a stored question no longer says what it said. */
export function isChanged(question: QuestionItem, stored: InterviewForm): boolean {
  const before = storedQuestion(question, stored);
  return before !== undefined && contentOf(question) !== contentOf(before);
}

function needsStoring(question: QuestionItem, form: InterviewForm, stored: InterviewForm): boolean {
  return question.id === null || isChanged(question, stored) || needsOtherVoice(question, form, stored);
}

/** Whoever chooses another voice for an interview wants every question of it spoken so. */
function needsOtherVoice(question: QuestionItem, form: InterviewForm, stored: InterviewForm): boolean {
  const isNewVoice = stored.interviewId !== null && form.narratorId !== stored.narratorId;
  const isSpoken = question.kind === "audio" && question.text !== "";
  return isNewVoice && isSpoken && form.narratorId !== null && question.narratorId !== form.narratorId;
}

/** What the record of a question says; the knockout is the interview's. */
function contentOf(question: QuestionItem): string {
  const { kind, text, options, isScored, needsAllPreferred, preferredAnswer, mostCharacters } = question;
  const shownOptions = hasOptions(kind)
    ? options.map(({ title, weight, isPreferred }) => [title.trim(), weight, isPreferred])
    : [];
  return JSON.stringify([
    kind,
    text.trim(),
    shownOptions,
    isScored,
    needsAllPreferred,
    preferredAnswer,
    mostCharacters,
  ]);
}

/**
 * Stores a question. A changed one becomes another question, unless the change is for every interview that asks it:
 * what people have answered before keeps its words.
 */
async function storeQuestion(
  question: QuestionItem,
  form: InterviewForm,
  stored: InterviewForm,
  defaults: Defaults,
): Promise<QuestionItem> {
  const isInPlace = question.isForAll && storedQuestion(question, stored) !== undefined;
  const id = isInPlace ? question.id : null;
  const text = question.text.trim();
  const title = question.title ?? nameOf(text);
  if (question.kind === "audio") {
    const narratorId = form.narratorId ?? question.narratorId ?? defaults.narratorId ?? "";
    const record = await storeAudioQuestion(id, { title, questionScript: text, narratorId });
    return { ...question, id: record.id, text, audioURL: record.audioURL, narratorId, isForAll: false };
  }
  if (question.kind === "ai_text") {
    const record = await storeAiTextQuestion(id, { title, questionText: text });
    return { ...question, id: record.id, text, isForAll: false };
  }
  const record = await storeSurveyQuestion(id, surveyBody(question, question.kind, isInPlace));
  const options = question.options.map((each, at) => ({ ...each, id: record.options[at]?.id ?? null }));
  return { ...question, id: record.id, text, options, isForAll: false };
}

function surveyBody(
  question: QuestionItem,
  type: CreateSurveyQuestion["type"],
  keepsIds: boolean,
): CreateSurveyQuestion {
  const { text, preferredAnswer, options } = question;
  return {
    type,
    title: text.trim(),
    includeScoring: question.isScored,
    knockout: question.isKnockout,
    selectAllForFullScore: question.needsAllPreferred,
    maxCharacterLength: type === "FREE_TEXT" ? question.mostCharacters : null,
    supportingVideoURL: question.supportingVideoURL,
    preferredOption: type === "YES_NO" && preferredAnswer !== "none" ? preferredAnswer === "yes" : null,
    options: hasOptions(type)
      ? options.map(({ id, title, weight, isPreferred }) => ({
          ...(keepsIds && id !== null ? { id } : {}),
          title: title.trim(),
          weight: type === "MULTIPLE_CHOICE_WEIGHTED" ? weight : null,
          preferred: isPreferred,
        }))
      : null,
  };
}

/** What the team sees in lists: the words on one line, as far as a name goes. */
function nameOf(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, LONGEST_NAME);
}

async function storeInterview(
  form: InterviewForm,
  stored: InterviewForm,
  defaults: Defaults,
): Promise<InterviewForm> {
  if (form.interviewId === null) {
    const { record, state } = await createInterview(newInterview(form, defaults));
    const { id, title, displayName, narratorId } = record;
    return { ...form, interviewId: id, state, title, displayName, narratorId };
  }
  const changes = changesOf(membersOf(form), membersOf(stored));
  if (Object.keys(changes).length === 0) return form;
  const { record, state } = await changeInterview(form.interviewId, changes, form.state);
  return { ...form, state, title: record.title, displayName: record.displayName };
}

function newInterview(form: InterviewForm, defaults: Defaults): CreateInterview {
  const { interviewType } = form;
  const replicaId = form.replicaId ?? defaults.replicaId;
  const narratorId = form.narratorId ?? defaults.narratorId;
  const { aiConfiguration, title = "", displayName = "", ...others } = membersOf(form);
  return {
    ...others,
    title,
    displayName,
    interviewType,
    ...(interviewType === "standard" ? { narratorId } : {}),
    ...(aiConfiguration === undefined || replicaId === null
      ? {}
      : { aiConfiguration: { ...aiConfiguration, replicaId } }),
  };
}

/** What a request says of an interview. */
function membersOf(form: InterviewForm): ChangeInterview {
  const ofKind = (kind: "audio" | "ai_text") =>
    form.questions.flatMap(({ id, kind: own }) => (own === kind && id !== null ? [id] : []));
  const survey = form.questions.flatMap(({ id, kind, isKnockout }) =>
    id === null || kind === "audio" || kind === "ai_text" ? [] : [{ id, knockout: isKnockout }],
  );
  return {
    title: form.title.trim(),
    displayName: form.displayName.trim() || form.title.trim(),
    ...settableStatus(form),
    description: textOrNull(form.description),
    language: form.language,
    questionIds: ofKind("audio"),
    surveyQuestions: survey,
    messageGroupId: form.messageGroupId,
    narratorId: form.interviewType === "standard" ? form.narratorId : null,
    resume: form.asksForResume,
    webOnly: form.isWebOnly,
    notificationSubscribers: form.subscribers,
    ...(form.interviewType === "ai_interviewer" ? aiMembersOf(form, ofKind("ai_text")) : {}),
  };
}

/** A new interview is active; nobody asks for that. */
function settableStatus({ interviewId, status }: InterviewForm): Pick<ChangeInterview, "status"> {
  const settable = ([0, 1, 2] as const).find((each) => each === status);
  return interviewId === null || settable === undefined ? {} : { status: settable };
}

function aiMembersOf(form: InterviewForm, aiTextQuestionIds: string[]): ChangeInterview {
  const { behaviors, replicaId, timeoutSeconds } = form;
  return {
    aiTextQuestionIds,
    jobDescriptionText: textOrNull(form.jobText),
    welcomeInfo: textOrNull(form.welcomeInfo),
    knowledgeBaseIds: form.knowledgeBaseIds,
    aiConfiguration: {
      ...Object.fromEntries(BEHAVIORS.map((each) => [each, behaviors[each]])),
      ...(replicaId === null ? {} : { replicaId }),
      ...(timeoutSeconds === null ? {} : { timeoutSeconds }),
      greetingMessage: textOrNull(form.greeting),
    },
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** The members that differ; of the configuration too, so that what the form does not show stays as it is. */
function changesOf(members: ChangeInterview, before: ChangeInterview): ChangeInterview {
  const { aiConfiguration = {}, ...others } = members;
  const configuration = different(aiConfiguration, before.aiConfiguration ?? {});
  return {
    ...different(others, before),
    ...(Object.keys(configuration).length === 0 ? {} : { aiConfiguration: configuration }),
  };
}

function different<Members extends object>(members: Members, before: Members): Partial<Members> {
  const old = new Map<string, unknown>(Object.entries(before));
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old.get(name));
  return Object.fromEntries(Object.entries(members).filter(isOther)) as Partial<Members>;
}

async function storeScorecard(form: InterviewForm, stored: InterviewForm): Promise<InterviewForm> {
  const { interviewId, topics, hasScorecard, scorecardState } = form;
  if (interviewId === null) return form;
  const bodies = topics.map(topicBody);
  if (JSON.stringify(bodies) === JSON.stringify(stored.topics.map(topicBody))) return form;
  if (bodies.length === 0) {
    await removeScorecard(interviewId);
    return { ...form, hasScorecard: false, scorecardState: null };
  }
  const { state } = hasScorecard
    ? await changeScorecard(interviewId, bodies, scorecardState)
    : await createScorecard(interviewId, bodies);
  return { ...form, hasScorecard: true, scorecardState: state };
}

function topicBody({ topic, weight, description, lookingFor, levels }: TopicItem): TopicRequest {
  const signs = lookingFor
    .split("\n")
    .map((each) => each.trim())
    .filter(Boolean);
  const scoreDescriptions: Partial<Record<Level, string>> = {};
  for (const level of LEVELS)
    if (levels[level].trim() !== "") scoreDescriptions[level] = levels[level].trim();
  return {
    topic: topic.trim(),
    weight: weight ?? 0,
    description: textOrNull(description),
    lookingFor: signs.length === 0 ? null : signs,
    scoreDescriptions: Object.keys(scoreDescriptions).length === 0 ? null : scoreDescriptions,
  };
}

const CONFLICTS = [409, 412];

/** Whether somebody else has changed the interview or its scorecard meanwhile. */
export function isConflict({ step, reason }: SaveFailure): boolean {
  const isOfRecord = step === "interview" || step === "scorecard";
  return isOfRecord && reason instanceof ApiError && CONFLICTS.includes(reason.status);
}
