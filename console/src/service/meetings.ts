/** Meetings: when they are, and who has booked how many places. */

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type components, dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { Meeting } from "./records";
import { invalidateReviewQueue } from "./review-queue";
import type { Stored } from "./stored";

type Schemas = components["schemas"];
export type MeetingMembers = Schemas["CreateMeeting"] & Schemas["ChangeMeeting"];

const ALL = "meetings";
const PAGE = 50;

/** Newest first. */
export function meetingsOptions() {
  return infiniteQueryOptions({
    queryKey: [ALL, "list"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...inTeam(), cursor: pageParam, pageSize: PAGE };
      const answer = await client.GET("/qsi/gather/meetings", { params: { query }, signal });
      return { meetings: dataOf(answer).meetings, nextCursor: answer.data?.meta.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function meetingOptions(meetingId: string) {
  return queryOptions({
    queryKey: [ALL, meetingId],
    queryFn: async ({ signal }): Promise<Stored<Meeting>> => {
      const answer = await client.GET("/qsi/gather/meetings/{id}", { params: pathOf(meetingId), signal });
      return { record: dataOf(answer).meeting, state: answer.response.headers.get("etag") };
    },
  });
}

interface Save {
  /** The meeting that is changed; null makes a new one. */
  stored: Stored<Meeting> | null;
  members: MeetingMembers;
}

/** Stores a meeting. What others have changed meanwhile is not overwritten. */
export function saveMeetingOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ stored, members }: Save): Promise<Meeting> => {
      if (stored === null) {
        const params = { query: inTeam() };
        return dataOf(await client.POST("/qsi/gather/meetings", { params, body: members })).meeting;
      }
      const { record, state } = stored;
      const answer = await client.PATCH("/qsi/gather/meetings/{id}", {
        params: pathOf(record.id),
        headers: state === null ? {} : { "If-Match": state },
        body: members,
      });
      return dataOf(answer).meeting;
    },
    onSuccess: () => invalidateMeetings(queries),
  });
}

/** Takes a meeting off the list. Whoever is invited may still answer. */
export function archiveMeetingOptions(meetingId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(await client.DELETE("/qsi/gather/meetings/{id}", { params: pathOf(meetingId) })).meeting,
    onSuccess: () => invalidateMeetings(queries),
  });
}

/** Sends the invite of a candidate's step again, with its whole time. */
export function resendStepOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (enrollmentStepId: string) =>
      dataOf(
        await client.POST("/qsi/gather/workflow-enrollment-steps/{id}/resend-invite", {
          params: pathOf(enrollmentStepId),
        }),
      ).enrollmentStep,
    onSuccess: () =>
      Promise.all([invalidateReviewQueue(queries), queries.invalidateQueries({ queryKey: ["progress"] })]),
  });
}

async function invalidateMeetings(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [ALL] }),
    queries.invalidateQueries({ queryKey: ["workflow-resources"] }),
    invalidateReviewQueue(queries),
  ]);
}

function pathOf(id: string) {
  return { path: { id }, query: inTeam() };
}
