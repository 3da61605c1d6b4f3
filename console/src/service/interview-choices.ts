/** What an interview can choose from: voices, interviewers, messages, knowledge. */

import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { Job, Narrator } from "./records";

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

export function messageGroupChoicesOptions() {
  return queryOptions({
    queryKey: ["message-groups", "choice"],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/message-groups", { params: { query: inTeam() }, signal }))
        .messageGroups,
    staleTime: FRESH_MS,
  });
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

/** A job, for the interview that is made from its text. */
export function jobOfInterviewOptions(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId, "of-interview"],
    queryFn: async ({ signal }): Promise<Job> =>
      dataOf(
        await client.GET("/qsi/gather/jobs/{id}", {
          params: { path: { id: jobId }, query: inTeam() },
          signal,
        }),
      ).job,
    staleTime: FRESH_MS,
  });
}
