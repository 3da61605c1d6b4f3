/**
 * The names of candidates whom a list knows by id alone. There is no route that names them, so that the candidates
 * who came last are read, and the others six at once, as they are compared.
 */

import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { comparedOptions } from "./candidate-interviews";
import { candidateOptions } from "./candidates";
import { client, inTeam } from "./client";

const MOST_NEWEST = 100;
const MOST_COMPARED = 6;
const FRESH_MS = 5 * 60_000;

/** Somebody to be named, with an interview of theirs, in which they can be compared with others. */
export interface Unnamed {
  candidateId: string;
  candidateInterviewId: string | null;
  interviewId: string | null;
}

type Names = ReadonlyMap<string, string>;

/** Names by the candidates' ids; those who are no longer there have none. */
export function candidateNamesOptions(unnamed: readonly Unnamed[], queries: QueryClient) {
  return queryOptions({
    queryKey: ["candidates", "names", unnamed.map(({ candidateId }) => candidateId)],
    queryFn: async (): Promise<Names> => {
      const names = new Map(unnamed.length === 0 ? [] : await queries.query(newestNamesOptions()));
      const isUnknown = ({ candidateId }: Unnamed) => !names.has(candidateId);
      await Promise.allSettled(
        batchesOf(unnamed.filter(isUnknown)).map(async (batch) => {
          for (const [id, name] of await namesOf(batch, queries)) names.set(id, name);
        }),
      );
      return names;
    },
    staleTime: FRESH_MS,
    placeholderData: (before) => before,
  });
}

function newestNamesOptions() {
  return queryOptions({
    queryKey: ["candidates", "names", "newest"],
    queryFn: async ({ signal }): Promise<Names> => {
      const query = { ...inTeam(), pageSize: MOST_NEWEST, cursor: "" };
      const { candidates } = dataOf(
        await client.GET("/qsi/gather/candidates", { params: { query }, signal }),
      );
      return new Map(candidates.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
    },
    staleTime: FRESH_MS,
  });
}

/** Those of one interview together, as many as can be compared. */
function batchesOf(unnamed: readonly Unnamed[]): Unnamed[][] {
  const byInterview = new Map<string, Unnamed[]>();
  for (const each of unnamed) {
    const interview = each.candidateInterviewId === null ? each.candidateId : (each.interviewId ?? "");
    byInterview.set(interview, [...(byInterview.get(interview) ?? []), each]);
  }
  return [...byInterview.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / MOST_COMPARED) }, (_, at) =>
      all.slice(at * MOST_COMPARED, (at + 1) * MOST_COMPARED),
    ),
  );
}

async function namesOf(batch: readonly Unnamed[], queries: QueryClient): Promise<[string, string][]> {
  const [first] = batch;
  if (first === undefined) return [];
  if (batch.length === 1) {
    const { id, firstName, lastName } = await queries.query(candidateOptions(first.candidateId));
    return [[id, `${firstName} ${lastName}`]];
  }
  const ids = batch.map(({ candidateInterviewId }) => candidateInterviewId ?? "");
  const compared = await queries.query(comparedOptions(ids));
  return compared.map(({ candidateId, firstName, lastName }) => [
    candidateId,
    [firstName, lastName].filter(Boolean).join(" "),
  ]);
}
