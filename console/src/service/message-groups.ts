/** Texts that candidates get by e-mail and text message. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { ChangeMessageGroup, CreateMessageGroup, MessageGroup } from "./records";

const GROUPS = "message-groups";

/** The team's groups, without their texts. */
export function messageGroupsOptions() {
  return queryOptions({
    queryKey: [GROUPS],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/message-groups", { params: { query: inTeam() }, signal }))
        .messageGroups,
  });
}

export function messageGroupOptions(messageGroupId: string) {
  return queryOptions({
    queryKey: [GROUPS, messageGroupId],
    queryFn: async ({ signal }): Promise<MessageGroup> =>
      dataOf(
        await client.GET("/qsi/gather/message-groups/{messageGroupId}", {
          params: pathOf(messageGroupId),
          signal,
        }),
      ).messageGroup,
  });
}

export function addMessageGroupOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: CreateMessageGroup) =>
      dataOf(await client.POST("/qsi/gather/message-groups", { params: { query: inTeam() }, body }))
        .messageGroup,
    onSuccess: (made) => noteGroup(queries, made),
  });
}

export function changeMessageGroupOptions(messageGroupId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: ChangeMessageGroup) =>
      dataOf(
        await client.PATCH("/qsi/gather/message-groups/{messageGroupId}", {
          params: pathOf(messageGroupId),
          body,
        }),
      ).messageGroup,
    onSuccess: (changed) => noteGroup(queries, changed),
  });
}

function pathOf(messageGroupId: string) {
  return { path: { messageGroupId }, query: inTeam() };
}

async function noteGroup(queries: QueryClient, group: MessageGroup): Promise<void> {
  queries.setQueryData(messageGroupOptions(group.id).queryKey, group);
  await queries.invalidateQueries({ queryKey: [GROUPS] });
}
