/** Interviews: the list, one of them, and what changes them. */

import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { ChangeInterview, CreateInterview, Interview } from "./records";
import { READ_ONCE, type Stored } from "./stored";

const ALL = "interviews";
/** An interview changes seldom, and the screens that change it put the new record in its place. */
const FRESH_MS = 5 * 60_000;
const PAGE = 50;
const MOST_CHOICES = 50;
const CHOICES_FRESH_MS = 60_000;
const MOST_COMPLETED = 100;

export const INTERVIEW_TYPES = ["standard", "ai_interviewer", "questionnaire"] as const;

export type InterviewType = Interview["interviewType"];

export interface InterviewFilter {
  search?: string;
  interviewType?: InterviewType;
  /** Whether archived interviews are listed too. */
  archived?: boolean;
}

/** Interviews to choose from: the newest of them, or those that a search finds. */
export function interviewChoicesOptions(search = "") {
  return queryOptions({
    queryKey: [ALL, "choice", search],
    queryFn: async ({ signal }) => {
      const query = { ...inTeam(), ...(search !== "" && { search }), pageSize: MOST_CHOICES };
      return dataOf(await client.GET("/qsi/gather/interviews", { params: { query }, signal })).interviews;
    },
    staleTime: CHOICES_FRESH_MS,
  });
}

export function interviewsOptions(filter: InterviewFilter) {
  return infiniteQueryOptions({
    queryKey: [ALL, "list", filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...inTeam(), ...filter, cursor: pageParam, pageSize: PAGE };
      const fetched = await client.GET("/qsi/gather/interviews", { params: { query }, signal });
      const { interviews } = dataOf(fetched);
      return { interviews, nextCursor: fetched.data?.meta.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function interviewOptions(interviewId: string) {
  return queryOptions({
    queryKey: [ALL, interviewId],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/interviews/{interviewId}", {
          params: { path: { interviewId }, query: inTeam() },
          signal,
        }),
      ).interview,
    staleTime: FRESH_MS,
  });
}

/** An interview with the mark of its state, as whoever changes it needs it. */
export function storedInterviewOptions(interviewId: string) {
  return queryOptions({
    queryKey: [ALL, interviewId, "stored"],
    queryFn: async ({ signal }): Promise<Stored<Interview>> => {
      const params = { path: { interviewId }, query: inTeam() };
      const fetched = await client.GET("/qsi/gather/interviews/{interviewId}", { params, signal });
      return { record: dataOf(fetched).interview, state: fetched.response.headers.get("etag") };
    },
    ...READ_ONCE,
  });
}

export async function createInterview(body: CreateInterview): Promise<Stored<Interview>> {
  const fetched = await client.POST("/qsi/gather/interviews", { params: { query: inTeam() }, body });
  return { record: dataOf(fetched).interview, state: fetched.response.headers.get("etag") };
}

/** Changes an interview, unless it is no longer in the state that the person has seen. */
export async function changeInterview(
  interviewId: string,
  body: ChangeInterview,
  state: string | null,
): Promise<Stored<Interview>> {
  const fetched = await client.PATCH("/qsi/gather/interviews/{interviewId}", {
    params: { path: { interviewId }, query: inTeam() },
    headers: state === null ? {} : { "If-Match": state },
    body,
  });
  return { record: dataOf(fetched).interview, state: fetched.response.headers.get("etag") };
}

export async function archiveInterview(interviewId: string): Promise<void> {
  const params = { path: { interviewId }, query: inTeam() };
  dataOf(await client.DELETE("/qsi/gather/interviews/{interviewId}", { params }));
}

/** Makes a copy in the same team. */
export async function copyInterview(interviewId: string): Promise<Interview> {
  const params = { path: { interviewId }, query: inTeam() };
  const body = { copyKeywords: true };
  return dataOf(await client.POST("/qsi/gather/interviews/{interviewId}/copy", { params, body })).interview;
}

/** Makes an interview the one that a job's candidates take. */
export async function giveInterviewToJob(jobId: string, interviewId: string): Promise<void> {
  const params = { path: { id: jobId }, query: inTeam() };
  dataOf(await client.PATCH("/qsi/gather/jobs/{id}/interview", { params, body: { interviewId } }));
}

/** Who has completed an interview, the newest of them. */
export function completedOfInterviewOptions(interviewId: string) {
  return queryOptions({
    queryKey: ["candidate-interviews", "completed", interviewId],
    queryFn: async ({ signal }) => {
      const query = { ...inTeam(), interviewId, sort: "-completedAt" as const, limit: MOST_COMPLETED };
      return dataOf(await client.GET("/qsi/gather/candidate-interviews", { params: { query }, signal }));
    },
  });
}

export function invalidateInterviews(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [ALL] });
}
