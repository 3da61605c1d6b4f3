/** Candidates, and what is exported of them. */

import { mutationOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { Export } from "./records";

const POLL_MS = 1_500;

export function candidateOptions(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", candidateId],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidates/{candidateId}", {
          params: { path: { candidateId }, query: inTeam() },
          signal,
        }),
      ),
  });
}

export function exportCandidateOptions(candidateId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/candidates/{candidateId}/export", {
          params: { path: { candidateId }, query: inTeam() },
        }),
      ).export,
    onSuccess: (made) => queries.setQueryData(exportOptions(made.id).queryKey, made),
  });
}

/** An export, asked for again until it is made. */
export function exportOptions(exportId: string) {
  return queryOptions({
    queryKey: ["exports", exportId],
    queryFn: async ({ signal }): Promise<Export> =>
      dataOf(
        await client.GET("/qsi/gather/exports/{id}", {
          params: { path: { id: exportId }, query: inTeam() },
          signal,
        }),
      ).export,
    refetchInterval: (query) => (query.state.data?.status === "running" ? POLL_MS : false),
  });
}
