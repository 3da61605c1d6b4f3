/** The scores of a job's candidates who completed an interview last. */

import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";

/** How many of them there are at most. */
export const MOST_SCORES = 100;

export function jobScoresOptions(jobId: string) {
  return queryOptions({
    queryKey: ["candidate-interviews", "list", "of-job", jobId],
    queryFn: async ({ signal }) => {
      const query = { ...inTeam(), jobId, sort: "-completedAt" as const, limit: MOST_SCORES, cursor: "" };
      return dataOf(await client.GET("/qsi/gather/candidate-interviews", { params: { query }, signal }));
    },
  });
}
