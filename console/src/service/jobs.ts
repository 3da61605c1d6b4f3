import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";

const MOST_JOBS = 100;
const FRESH_MS = 60_000;

/** The team's jobs, as many as a list to choose from can show. */
export function jobsOptions() {
  return queryOptions({
    queryKey: ["jobs", "choice"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/jobs", {
          params: { query: { ...inTeam(), pageSize: MOST_JOBS } },
          signal,
        }),
      ).jobs,
    staleTime: FRESH_MS,
  });
}
