/** Webhooks: where the team's events are sent to. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { CreateWebhook, UpdateWebhook, Webhook } from "./records";
import { invalidateDeliveries } from "./webhook-deliveries";

const WEBHOOKS = "webhooks";
/** A team has at most 50. */
const MOST_WEBHOOKS = 50;

export type WebhookEvent = CreateWebhook["events"][number];

/** Every event that there is, in the order of a candidate's way. */
export const WEBHOOK_EVENTS = [
  "candidate_interview.invited",
  "candidate_interview.partially_completed",
  "candidate_interview.completed",
  "candidate_interview.status_changed",
  "candidate_interview.expired",
  "workflow.enrollment.created",
  "workflow.step.invited",
  "workflow.step.waiting_for_evaluation",
  "workflow.step.completed",
  "workflow.step.failed",
  "workflow.enrollment.completed",
  "workflow.enrollment.failed",
  "interview.created",
  "interview.updated",
  "question.audio_generated",
] as const satisfies readonly WebhookEvent[];

export function webhooksOptions() {
  return queryOptions({
    queryKey: [WEBHOOKS],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/webhooks", {
          params: { query: { ...inTeam(), pageSize: MOST_WEBHOOKS } },
          signal,
        }),
      ).webhooks,
  });
}

/** The response has the secret, which nothing tells again. */
export function addWebhookOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: CreateWebhook) =>
      dataOf(await client.POST("/qsi/gather/webhooks", { params: { query: inTeam() }, body })).webhook,
    onSuccess: () => invalidateWebhooks(queries),
  });
}

export function changeWebhookOptions(id: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: UpdateWebhook) =>
      dataOf(await client.PATCH("/qsi/gather/webhooks/{id}", { params: pathOf(id), body })).webhook,
    onSuccess: (changed) => replace(queries, changed),
  });
}

export function removeWebhookOptions(id: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.DELETE("/qsi/gather/webhooks/{id}", {
          params: { path: { id }, query: { ...inTeam(), deleteDeliveries: true } },
        }),
      ).webhook,
    onSuccess: () => Promise.all([invalidateWebhooks(queries), invalidateDeliveries(queries)]),
  });
}

/** For so many hours both secrets sign, the new one and the one that it replaces. */
export function rotateSecretOptions(id: string) {
  return mutationOptions({
    mutationFn: async (overlapHours: number) =>
      dataOf(
        await client.POST("/qsi/gather/webhooks/{id}/rotate-secret", {
          params: pathOf(id),
          body: { overlapHours },
        }),
      ).webhook,
  });
}

/** Sends the sample of an event. Returns the delivery to the webhook's first address. */
export function testWebhookOptions(id: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (event: WebhookEvent) =>
      dataOf(await client.POST("/qsi/gather/webhooks/{id}/test", { params: pathOf(id), body: { event } }))
        .delivery,
    onSuccess: () => invalidateDeliveries(queries),
  });
}

/** Sends all that failed in a time once more. Returns how many they are. */
export function repeatFailedOptions(id: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: { since: string; until: string }) =>
      dataOf(await client.POST("/qsi/gather/webhooks/{id}/redeliver", { params: pathOf(id), body })).count,
    onSuccess: () => invalidateDeliveries(queries),
  });
}

function pathOf(id: string) {
  return { path: { id }, query: inTeam() };
}

function replace(queries: QueryClient, changed: Webhook): void {
  queries.setQueryData(webhooksOptions().queryKey, (before) =>
    before?.map((each) => (each.id === changed.id ? changed : each)),
  );
}

function invalidateWebhooks(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [WEBHOOKS] });
}
