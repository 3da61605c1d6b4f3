/** The three kinds of questions, which interviews share. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type {
  AiTextQuestion,
  AudioQuestion,
  CreateSurveyQuestion,
  Interview,
  SurveyQuestion,
} from "./records";
import { READ_ONCE } from "./stored";

/** A question with its kind. */
export type Question =
  | { kind: "audio"; record: AudioQuestion }
  | { kind: "ai_text"; record: AiTextQuestion }
  | { kind: "survey"; record: SurveyQuestion };

export type QuestionKind = Question["kind"];

const ALL = "questions";
const PAGE = 20;
const MOST_AT_ONCE = 100;

/** Those of an interview, of each kind in its order, the kinds in the order in which candidates meet them. */
export function questionsOfInterviewOptions(interview: Interview) {
  const { id, questionIds, aiTextQuestionIds, surveyQuestions } = interview;
  const surveyIds = surveyQuestions.map((each) => each.id);
  return queryOptions({
    queryKey: [ALL, "of", id, questionIds, aiTextQuestionIds, surveyIds],
    queryFn: async ({ signal }): Promise<Question[]> => {
      const [audio, aiText, survey] = await Promise.all([
        readAudio(id, questionIds, signal),
        found(
          aiTextQuestionIds,
          () => listAiText(signal),
          (each) => readAiText(each, signal),
        ),
        found(
          surveyIds,
          () => listSurvey(signal),
          (each) => readSurvey(each, signal),
        ),
      ]);
      return [
        ...audio.map((record) => ({ kind: "audio" as const, record })),
        ...aiText.map((record) => ({ kind: "ai_text" as const, record })),
        ...survey.map((record) => ({ kind: "survey" as const, record })),
      ];
    },
    ...READ_ONCE,
  });
}

/** The records with these ids: mostly the newest of the team, which one request has; the others one by one. */
async function found<Kind extends { id: string }>(
  ids: readonly string[],
  list: () => Promise<readonly Kind[]>,
  read: (id: string) => Promise<Kind>,
): Promise<Kind[]> {
  if (ids.length === 0) return [];
  const newest = new Map((await list()).map((each) => [each.id, each]));
  return Promise.all(ids.map(async (id) => newest.get(id) ?? (await read(id))));
}

async function readAudio(
  interviewId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<AudioQuestion[]> {
  if (ids.length === 0) return [];
  const params = { path: { id: interviewId }, query: inTeam() };
  return dataOf(await client.GET("/qsi/gather/questions/interview/{id}", { params, signal })).questions;
}

async function listAiText(signal: AbortSignal): Promise<AiTextQuestion[]> {
  const params = { query: { ...inTeam(), pageSize: MOST_AT_ONCE } };
  return dataOf(await client.GET("/qsi/gather/ai-text-questions", { params, signal })).aiTextQuestions;
}

async function readAiText(aiTextQuestionId: string, signal: AbortSignal): Promise<AiTextQuestion> {
  const params = { path: { aiTextQuestionId }, query: inTeam() };
  const path = "/qsi/gather/ai-text-questions/{aiTextQuestionId}";
  return dataOf(await client.GET(path, { params, signal })).aiTextQuestion;
}

async function listSurvey(signal: AbortSignal): Promise<SurveyQuestion[]> {
  const params = { query: { ...inTeam(), pageSize: MOST_AT_ONCE } };
  return dataOf(await client.GET("/qsi/gather/survey-questions", { params, signal })).surveyQuestions;
}

async function readSurvey(surveyQuestionId: string, signal: AbortSignal): Promise<SurveyQuestion> {
  const params = { path: { surveyQuestionId }, query: inTeam() };
  const path = "/qsi/gather/survey-questions/{surveyQuestionId}";
  return dataOf(await client.GET(path, { params, signal })).surveyQuestion;
}

/** The team's questions of a kind, to choose from. */
export function libraryOptions(kind: QuestionKind, search: string) {
  return infiniteQueryOptions({
    queryKey: [ALL, "library", kind, search],
    queryFn: ({ pageParam, signal }) => readLibrary(kind, search, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

interface LibraryPage {
  questions: Question[];
  nextCursor: string | null;
}

async function readLibrary(
  kind: QuestionKind,
  search: string,
  cursor: string,
  signal: AbortSignal,
): Promise<LibraryPage> {
  const searched = search === "" ? {} : { search };
  const params = { query: { ...inTeam(), ...searched, cursor, pageSize: PAGE, archived: false } };
  if (kind === "audio") {
    const fetched = await client.GET("/qsi/gather/questions", { params, signal });
    const questions = dataOf(fetched).questions.map((record) => ({ kind, record }));
    return { questions, nextCursor: fetched.data?.meta.nextCursor ?? null };
  }
  if (kind === "ai_text") {
    const fetched = await client.GET("/qsi/gather/ai-text-questions", { params, signal });
    const questions = dataOf(fetched).aiTextQuestions.map((record) => ({ kind, record }));
    return { questions, nextCursor: fetched.data?.meta.nextCursor ?? null };
  }
  const fetched = await client.GET("/qsi/gather/survey-questions", { params, signal });
  const questions = dataOf(fetched).surveyQuestions.map((record) => ({ kind, record }));
  return { questions, nextCursor: fetched.data?.meta.nextCursor ?? null };
}

interface Spoken {
  title: string;
  questionScript: string;
  narratorId: string;
}

/** Stores a spoken question: a new one without an id, else the one with the id. */
export async function storeAudioQuestion(questionId: string | null, body: Spoken): Promise<AudioQuestion> {
  const params = { query: inTeam() };
  if (questionId === null)
    return dataOf(await client.POST("/qsi/gather/questions", { params, body })).question;
  const path = "/qsi/gather/questions/{questionId}";
  const one = { params: { path: { questionId }, query: inTeam() }, body };
  return dataOf(await client.PATCH(path, one)).question;
}

interface Asked {
  title: string;
  questionText: string;
}

export async function storeAiTextQuestion(
  aiTextQuestionId: string | null,
  body: Asked,
): Promise<AiTextQuestion> {
  const params = { query: inTeam() };
  if (aiTextQuestionId === null) {
    return dataOf(await client.POST("/qsi/gather/ai-text-questions", { params, body })).aiTextQuestion;
  }
  const path = "/qsi/gather/ai-text-questions/{aiTextQuestionId}";
  const one = { params: { path: { aiTextQuestionId }, query: inTeam() }, body };
  return dataOf(await client.PATCH(path, one)).aiTextQuestion;
}

export async function storeSurveyQuestion(
  surveyQuestionId: string | null,
  body: CreateSurveyQuestion,
): Promise<SurveyQuestion> {
  const params = { query: inTeam() };
  if (surveyQuestionId === null) {
    return dataOf(await client.POST("/qsi/gather/survey-questions", { params, body })).surveyQuestion;
  }
  const path = "/qsi/gather/survey-questions/{surveyQuestionId}";
  const one = { params: { path: { surveyQuestionId }, query: inTeam() }, body };
  return dataOf(await client.PATCH(path, one)).surveyQuestion;
}
