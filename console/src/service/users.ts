/** Everybody of the organization, and how an administrator changes people and teams. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client } from "./client";
import type { ChangedUser, TeamToCreate, UpdateUser, UserToCreate } from "./records";

/** Everybody whom the person may see: an administrator the whole organization, others their teams. */
export function everybodyOptions() {
  return queryOptions({
    queryKey: ["users", "everybody"],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/users", { params: { query: { includeTeams: false } }, signal }))
        .users,
  });
}

/** Adds somebody who then can sign in, with the role. The service mails them how. */
export function addUserOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (user: UserToCreate) =>
      dataOf(
        await client.POST("/qsi/gather/users", { body: { users: [{ ...user, createAuth0Account: true }] } }),
      ).users,
    onSuccess: () => invalidateUsers(queries),
  });
}

export function changeUserOptions(userId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: UpdateUser): Promise<ChangedUser> =>
      dataOf(await client.PATCH("/qsi/gather/users/{userId}", { params: { path: { userId } }, body })).user,
    onSuccess: () => invalidateUsers(queries),
  });
}

/** Ends what the person may do here. Keys that they own go on. */
export function archiveUserOptions(userId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(await client.DELETE("/qsi/gather/users/{userId}", { params: { path: { userId } } })).user,
    onSuccess: () => invalidateUsers(queries),
  });
}

export function addTeamOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (team: TeamToCreate) =>
      dataOf(await client.POST("/qsi/gather/teams", { body: { teams: [team] } })).teams,
    onSuccess: () => Promise.all([invalidateTeams(queries), invalidateUsers(queries)]),
  });
}

export function invalidateTeams(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["teams"] });
}

function invalidateUsers(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["users"] });
}
