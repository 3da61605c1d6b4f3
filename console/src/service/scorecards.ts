/** Scorecards of interviews: the active one, suggestions, and what a changed one makes of past answers. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { ScoreCardTemplate, ScorecardPreview, Topic, TopicRequest } from "./records";
import { READ_ONCE, type Stored } from "./stored";

const ALL = "scorecards";
const POLL_MS = 1_500;
const NOT_FOUND = 404;
const ONE = "/qsi/gather/interviews/{interviewId}/score-card-template";

/** The active scorecard of an interview; null without one. */
export function scorecardOptions(interviewId: string) {
  return queryOptions({
    queryKey: [ALL, interviewId],
    queryFn: async ({ signal }): Promise<Stored<ScoreCardTemplate> | null> => {
      const fetched = await client.GET(ONE, { params: pathOf(interviewId), signal });
      if (fetched.response.status === NOT_FOUND) return null;
      return { record: dataOf(fetched).scoreCardTemplate, state: fetched.response.headers.get("etag") };
    },
    ...READ_ONCE,
  });
}

/** Gives an interview its first scorecard. */
export async function createScorecard(
  interviewId: string,
  topics: TopicRequest[],
): Promise<Stored<ScoreCardTemplate>> {
  const fetched = await client.POST(ONE, { params: pathOf(interviewId), body: { topics } });
  return { record: dataOf(fetched).scoreCardTemplate, state: fetched.response.headers.get("etag") };
}

/** Replaces the topics, unless somebody else has meanwhile. */
export async function changeScorecard(
  interviewId: string,
  topics: TopicRequest[],
  state: string | null,
): Promise<Stored<ScoreCardTemplate>> {
  const headers = state === null ? {} : { "If-Match": state };
  const fetched = await client.PATCH(ONE, { params: pathOf(interviewId), headers, body: { topics } });
  return { record: dataOf(fetched).scoreCardTemplate, state: fetched.response.headers.get("etag") };
}

/** Takes the scorecard from an interview, which then scores nothing. */
export async function removeScorecard(interviewId: string): Promise<void> {
  dataOf(await client.DELETE(ONE, { params: pathOf(interviewId) }));
}

interface SuggestionBasis {
  jobDescriptionText: string | null;
  questions: string[];
}

/** Topics that fit a job's text and questions. Nothing is stored. */
export function suggestTopicsOptions() {
  return mutationOptions({
    mutationFn: async (basis: SuggestionBasis): Promise<Topic[]> => {
      const path = "/qsi/gather/score-card-templates/suggest-topics";
      return dataOf(await client.POST(path, { params: { query: inTeam() }, body: basis })).topics;
    },
  });
}

/** Begins to look what the active scorecard makes of answers that were scored by an earlier one. */
export function startPreviewOptions(interviewId: string) {
  return mutationOptions({
    mutationFn: async (): Promise<ScorecardPreview> =>
      dataOf(await client.POST(`${ONE}/previews`, { params: pathOf(interviewId), body: {} })).preview,
  });
}

export function previewOptions(previewId: string) {
  return queryOptions({
    queryKey: [ALL, "previews", previewId],
    queryFn: async ({ signal }): Promise<ScorecardPreview> =>
      dataOf(
        await client.GET("/qsi/gather/score-card-previews/{id}", {
          params: { path: { id: previewId }, query: inTeam() },
          signal,
        }),
      ).preview,
    refetchInterval: ({ state }) =>
      state.data?.status === "running" || state.data?.status === "applying" ? POLL_MS : false,
  });
}

/** Stores the scores that a preview shows. */
export function applyPreviewOptions(previewId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (candidateInterviewIds: string[]): Promise<ScorecardPreview> =>
      dataOf(
        await client.POST("/qsi/gather/score-card-previews/{id}/apply", {
          params: { path: { id: previewId }, query: inTeam() },
          body: { candidateInterviewIds },
        }),
      ).preview,
    onSuccess: async (preview) => {
      queries.setQueryData(previewOptions(previewId).queryKey, preview);
      await queries.invalidateQueries({ queryKey: ["candidate-interviews"] });
    },
  });
}

function pathOf(interviewId: string) {
  return { path: { interviewId }, query: inTeam() };
}
