/** The people of the organization. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { phrase } from "../language/catalogue";
import { useSession } from "../session/use-session";
import { client, inTeam } from "./client";

const FRESH_MS = 5 * 60_000;

export function usersOptions() {
  return queryOptions({
    queryKey: ["users"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/users", {
          params: { query: { ...inTeam(), includeTeams: false } },
          signal,
        }),
      ).users,
    staleTime: FRESH_MS,
  });
}

/** Names users by their ids: oneself, colleagues, and those who are no longer there. */
export function useNames(): (userId: string | null) => string {
  const { user } = useSession();
  const users = useQuery(usersOptions());
  return (userId) => {
    if (userId === user.id) return phrase("people.you");
    const found = users.data?.find((each) => each.id === userId);
    return found === undefined ? phrase("people.unknown") : `${found.firstName} ${found.lastName}`;
  };
}
