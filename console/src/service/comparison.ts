/** Candidates beside each other, by the interviews that they have done. */

import { queryOptions } from "@tanstack/react-query";
import { ApiError, dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { CandidateInterview, DecisionWord } from "./records";

/** How many can stand beside each other. */
export const MOST_COMPARED = 6;
const MOST_MEASURED = 30;
const NOT_FOUND = new Set([400, 404]);

/** Somebody with what they have done. */
export interface Compared {
  interview: CandidateInterview;
  name: string;
  decision: DecisionWord | null;
}

export interface Comparison {
  people: Compared[];
  /** The ids that lead to nobody of the team. */
  missing: string[];
  /** The topics of the scorecard in its order, where all have done one interview. */
  topics: string[];
}

/** People in the order in which their candidate interviews are named. */
export function comparisonOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["candidate-interviews", "list", "comparison", ids],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const found = await Promise.all(ids.map((id) => findInterview(id, signal)));
      const interviews = found.filter((each) => each !== null);
      const interviewIds = [...new Set(interviews.map(({ interviewId }) => interviewId))];
      const groups = interviewIds.map((id) => interviews.filter(({ interviewId }) => interviewId === id));
      const told = await Promise.all(groups.map((group) => tellOf(group, signal)));
      const people = interviews.flatMap((interview) =>
        told.flatMap((group) => group.people.filter((person) => person.interview.id === interview.id)),
      );
      const missing = ids.filter((_, at) => found[at] === null);
      return { people, missing, topics: groups.length === 1 ? (told[0]?.topics ?? []) : [] };
    },
    enabled: ids.length > 0,
  });
}

/** How an interview was scored as a whole and by topic. */
export interface Medians {
  /** Overall scores, and those of the topics, each with as many values as were given. */
  scores: readonly number[];
  topics: ReadonlyMap<string, readonly number[]>;
  /** How many people they come from. */
  people: number;
}

/** The scores of those who completed an interview last, for a job or, without one, for any. */
export function measuredOptions(interviewId: string, jobId: string | null) {
  return queryOptions({
    queryKey: ["candidate-interviews", "list", "measured", interviewId, jobId],
    queryFn: async ({ signal }): Promise<Medians> => {
      const ofJob = jobId === null ? {} : { jobId };
      const query = { ...inTeam(), interviewId, ...ofJob, scoreMin: 0, sort: "-completedAt" as const };
      const params = { query: { ...query, limit: MOST_MEASURED, cursor: "" } };
      const newest = dataOf(await client.GET("/qsi/gather/candidate-interviews", { params, signal }));
      const batches = batchesOf(newest).filter(({ length }) => length > 1);
      const compared = await Promise.all(batches.map((batch) => compare(batch, signal)));
      return measured(compared.flatMap(({ candidates }) => candidates));
    },
    staleTime: 60_000,
  });
}

async function findInterview(id: string, signal: AbortSignal): Promise<CandidateInterview | null> {
  try {
    const path = "/qsi/gather/candidate-interviews/{candidateInterviewId}";
    return dataOf(await client.GET(path, { params: pathOf(id), signal }));
  } catch (error) {
    if (error instanceof ApiError && NOT_FOUND.has(error.status)) return null;
    throw error;
  }
}

/** The names and decisions of people who have done one interview. */
async function tellOf(group: readonly CandidateInterview[], signal: AbortSignal) {
  const [first] = group;
  if (first === undefined) return { people: [], topics: [] };
  if (group.length === 1) return { people: [await tellOfOne(first, signal)], topics: [] };
  const { candidates, topics } = await compare(group, signal);
  const people = group.flatMap((interview) =>
    candidates
      .filter(({ candidateInterviewId }) => candidateInterviewId === interview.id)
      .map(({ firstName, lastName, decision }) => ({
        interview,
        name: nameOf(firstName, lastName),
        decision,
      })),
  );
  return { people, topics: topics.map(({ topic }) => topic) };
}

async function tellOfOne(interview: CandidateInterview, signal: AbortSignal): Promise<Compared> {
  const candidate = client.GET("/qsi/gather/candidates/{candidateId}", {
    params: { path: { candidateId: interview.candidateId }, query: inTeam() },
    signal,
  });
  const path = "/qsi/gather/candidate-interviews/{candidateInterviewId}/decision";
  const decisions = client.GET(path, { params: pathOf(interview.id), signal });
  const { firstName, lastName } = dataOf(await candidate);
  const [newest] = dataOf(await decisions).decisions;
  return { interview, name: nameOf(firstName, lastName), decision: newest?.decision ?? null };
}

async function compare(group: readonly CandidateInterview[], signal: AbortSignal) {
  const [candidateInterviewId = "", ...others] = group.map(({ id }) => id);
  const path = "/qsi/gather/candidate-interviews/{candidateInterviewId}/comparison";
  const params = { path: { candidateInterviewId }, query: { ...inTeam(), with: others.join(",") } };
  return dataOf(await client.GET(path, { params, signal })).comparison;
}

function measured(candidates: Awaited<ReturnType<typeof compare>>["candidates"]): Medians {
  const topics = new Map<string, number[]>();
  for (const { topic, score } of candidates.flatMap(({ topicScores }) => topicScores))
    if (score !== null) topics.set(topic, [...(topics.get(topic) ?? []), score]);
  const scores = candidates.flatMap(({ score }) => score ?? []);
  return { scores, topics, people: candidates.length };
}

function batchesOf(interviews: readonly CandidateInterview[]): CandidateInterview[][] {
  return Array.from({ length: Math.ceil(interviews.length / MOST_COMPARED) }, (_, at) =>
    interviews.slice(at * MOST_COMPARED, (at + 1) * MOST_COMPARED),
  );
}

function nameOf(firstName: string | null, lastName: string | null): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

function pathOf(candidateInterviewId: string) {
  return { path: { candidateInterviewId }, query: inTeam() };
}
