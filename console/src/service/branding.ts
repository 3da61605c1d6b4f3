/** How the team looks to candidates, and whom they may write to. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import { invalidateTeams } from "./users";
import type { ChangeBranding } from "./records";

export function brandingOptions() {
  return queryOptions({
    queryKey: ["branding"],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/branding", { params: { query: inTeam() }, signal })).branding,
  });
}

export function changeBrandingOptions(teamId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: ChangeBranding) =>
      dataOf(
        await client.PATCH("/qsi/gather/teams/{teamId}/branding", { params: { path: { teamId } }, body }),
      ).team,
    onSuccess: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ["branding"] }), invalidateTeams(queries)]),
  });
}
