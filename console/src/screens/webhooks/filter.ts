/** Which deliveries the log shows. The filter stands in the address. */

import { ADDRESSES } from "../../addresses";
import { beginOfDay, endOfDay } from "../../language/days";
import {
  DELIVERY_STATUSES,
  type DeliveryFilter,
  type DeliveryStatus,
} from "../../service/webhook-deliveries";

export interface LogFilter {
  status?: DeliveryStatus;
  event?: string;
  webhook?: string;
  candidateInterview?: string;
  /** The first and the last day. */
  from?: string;
  to?: string;
}

const TEXTS = ["event", "webhook", "candidateInterview", "from", "to"] as const;

/** The filter that an address asks for. */
export function filterOf(search: string): LogFilter {
  const query = new URLSearchParams(search);
  const filter: LogFilter = {};
  const status = DELIVERY_STATUSES.find((each) => each === query.get("status"));
  if (status !== undefined) filter.status = status;
  for (const name of TEXTS) {
    const value = query.get(name);
    if (value) filter[name] = value;
  }
  return filter;
}

export function webhooksAddress(filter: LogFilter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? ADDRESSES.webhooks : `${ADDRESSES.webhooks}?${query}`;
}

type Change = { [Name in keyof LogFilter]: LogFilter[Name] | undefined };

/** A filter with a change, without the members that choose nothing. */
export function changed(filter: LogFilter, change: Change): LogFilter {
  const members = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
  return Object.fromEntries(members);
}

/** The filter as the service takes it. */
export function deliveryFilterOf({
  status,
  event,
  webhook,
  candidateInterview,
  from,
  to,
}: LogFilter): DeliveryFilter {
  const startDate = beginOfDay(from ?? "");
  const endDate = endOfDay(to ?? "");
  return {
    ...(status && { status }),
    ...(event && { eventType: event }),
    ...(webhook && { webhookConfigurationId: webhook }),
    ...(candidateInterview && { candidateInterviewId: candidateInterview }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}
