/** The teams of the organization. */

import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client } from "./client";

const FRESH_MS = 5 * 60_000;

export function teamsOptions() {
  return queryOptions({
    queryKey: ["teams"],
    queryFn: async ({ signal }) => dataOf(await client.GET("/qsi/gather/teams", { signal })).teams,
    staleTime: FRESH_MS,
  });
}
