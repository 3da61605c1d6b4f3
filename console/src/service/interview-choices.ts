/** What an interview can choose from: voices, interviewers, knowledge. */

import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { Narrator } from "./records";

const FRESH_MS = 5 * 60_000;
const MOST_BASES = 100;

/** All voices; few enough for one request, and each language's are wanted as soon as it is chosen. */
export function narratorsOptions() {
  return queryOptions({
    queryKey: ["narrators"],
    queryFn: async ({ signal }): Promise<Narrator[]> =>
      dataOf(await client.GET("/qsi/gather/narrators", { params: { query: inTeam() }, signal })).narrators,
    staleTime: FRESH_MS,
  });
}

/** The interviewers that AI interviews show. */
export function replicasOptions() {
  return queryOptions({
    queryKey: ["replicas"],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/replicas", { params: { query: inTeam() }, signal })).replicas,
    staleTime: FRESH_MS,
  });
}

interface NewReplica {
  name: string;
  photoUrl: string;
}

export async function createReplica(body: NewReplica) {
  return dataOf(await client.POST("/qsi/gather/replicas", { params: { query: inTeam() }, body })).replica;
}

export function knowledgeBaseChoicesOptions() {
  return queryOptions({
    queryKey: ["knowledge-bases", "choice"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/knowledge-bases", {
          params: { query: { ...inTeam(), pageSize: MOST_BASES } },
          signal,
        }),
      ).knowledgeBases,
    staleTime: FRESH_MS,
  });
}
