/** What candidates can be invited to, and what they are told. */

import { queryOptions } from "@tanstack/react-query";
import { ApiError, dataOf } from "talent-screening";
import { client, inTeam } from "./client";

const MOST_CHOICES = 50;
const FRESH_MS = 60_000;
const FORBIDDEN = 403;

/** Interviews, the newest of them or those that a search finds. */
export function interviewSearchOptions(search: string) {
  return queryOptions({
    queryKey: ["interviews", "choice", search],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/interviews", {
          params: { query: { ...inTeam(), ...searched(search), pageSize: MOST_CHOICES } },
          signal,
        }),
      ).interviews,
    staleTime: FRESH_MS,
  });
}

/** Jobs, the newest of them or those that a search finds. */
export function jobSearchOptions(search: string) {
  return queryOptions({
    queryKey: ["jobs", "choice", search],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/jobs", {
          params: { query: { ...inTeam(), ...searched(search), pageSize: MOST_CHOICES } },
          signal,
        }),
      ).jobs,
    staleTime: FRESH_MS,
  });
}

/** The workflow of a job; null where none governs it, or the organization has no workflows. */
export function jobWorkflowOptions(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId, "workflow-of-invites"],
    queryFn: async ({ signal }) => {
      const path = "/qsi/gather/jobs/{jobId}/effective-workflow";
      const params = { path: { jobId }, query: inTeam() };
      try {
        return dataOf(await client.GET(path, { params, signal })).effectiveWorkflow.template;
      } catch (error) {
        if (error instanceof ApiError && error.status === FORBIDDEN) return null;
        throw error;
      }
    },
    staleTime: FRESH_MS,
  });
}

/** A job, for its interview and its title. */
export function jobOfInviteOptions(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId, "of-invites"],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/jobs/{id}", {
          params: { path: { id: jobId }, query: inTeam() },
          signal,
        }),
      ).job,
    staleTime: FRESH_MS,
  });
}

/** The invite of a message group, with its placeholders. */
export function inviteMessageOptions(messageGroupId: string) {
  return queryOptions({
    queryKey: ["message-groups", messageGroupId, "invite"],
    queryFn: async ({ signal }) => {
      const path = "/qsi/gather/message-groups/{messageGroupId}";
      const params = { path: { messageGroupId }, query: inTeam() };
      const { messageGroup } = dataOf(await client.GET(path, { params, signal }));
      if (messageGroup.status !== "PUBLISHED") return null;
      return messageGroup.messages.find(({ type }) => type === "INVITE") ?? null;
    },
    staleTime: FRESH_MS,
  });
}

function searched(search: string): { search?: string } {
  return search === "" ? {} : { search };
}
