import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";

/** An interview changes seldom, and the screens that change it put the new record in its place. */
const FRESH_MS = 5 * 60_000;

export function interviewOptions(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", interviewId],
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
