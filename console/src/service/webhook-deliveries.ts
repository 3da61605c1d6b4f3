/** The log of what was sent to webhooks. */

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { WebhookDelivery, WebhookDeliveryDetail } from "./records";

const DELIVERIES = "webhook-deliveries";
const PAGE_SIZE = 25;
const POLL_MS = 3_000;

export type DeliveryStatus = WebhookDelivery["status"];

export const DELIVERY_STATUSES = [
  "failed",
  "processing",
  "pending",
  "completed",
] as const satisfies readonly DeliveryStatus[];

export interface DeliveryFilter {
  status?: DeliveryStatus;
  eventType?: string;
  webhookConfigurationId?: string;
  candidateInterviewId?: string;
  /** The earliest and the latest time, inclusive. */
  startDate?: string;
  endDate?: string;
}

/** The deliveries, newest first, asked for again while one of them is on its way. */
export function deliveriesOptions(filter: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: [DELIVERIES, "list", filter],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await client.GET("/qsi/gather/webhook-deliveries", {
        params: { query: { ...inTeam(), ...filter, pageSize: PAGE_SIZE, cursor: pageParam } },
        signal,
      });
      return {
        deliveries: dataOf(answer).webhookDeliveries,
        nextCursor: answer.data?.meta.nextCursor ?? null,
      };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: (query) => {
      const shown = query.state.data?.pages.flatMap((page) => page.deliveries) ?? [];
      return shown.some(isOnItsWay) ? POLL_MS : false;
    },
  });
}

export function deliveryOptions(id: string) {
  return queryOptions({
    queryKey: [DELIVERIES, "one", id],
    queryFn: async ({ signal }): Promise<WebhookDeliveryDetail> =>
      dataOf(
        await client.GET("/qsi/gather/webhook-deliveries/{id}", {
          params: { path: { id }, query: inTeam() },
          signal,
        }),
      ).delivery,
    refetchInterval: (query) =>
      query.state.data !== undefined && isOnItsWay(query.state.data) ? POLL_MS : false,
  });
}

/** Sends what was delivered or failed once more, as a delivery of its own. */
export function redeliverOptions(id: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/webhook-deliveries/{id}/redeliver", {
          params: { path: { id }, query: inTeam() },
        }),
      ).delivery,
    onSuccess: () => invalidateDeliveries(queries),
  });
}

export function invalidateDeliveries(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [DELIVERIES, "list"] });
}

export function isOnItsWay({ status }: Pick<WebhookDelivery, "status">): boolean {
  return status === "pending" || status === "processing";
}
