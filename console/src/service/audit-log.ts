/** Who did what, as the organization's audit log has it. */

import { infiniteQueryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client } from "./client";

const PAGE_SIZE = 50;

/** The bounds on the time of an entry, inclusive. */
export interface AuditPeriod {
  since?: string;
  until?: string;
}

export function auditLogOptions(organizationId: string, period: AuditPeriod) {
  return infiniteQueryOptions({
    queryKey: ["audit-log", organizationId, period],
    queryFn: async ({ pageParam, signal }) =>
      dataOf(
        await client.GET("/qsi/gather/audit-log", {
          params: {
            query: {
              organizationId,
              ...period,
              limit: PAGE_SIZE,
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
