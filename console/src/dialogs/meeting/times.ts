/** When a meeting is, in the terms of the list. */

import type { Meeting } from "../../service/records";

export const TIME_FILTERS = ["upcoming", "open", "past"] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The moments at which it can begin, earliest first. */
export function beginningsOf({ slots, startsAt }: Meeting): string[] {
  const all = slots.length > 0 ? slots.map((slot) => slot.startsAt) : startsAt === null ? [] : [startsAt];
  return all.toSorted();
}

/** Whether it is to come, over, or has no time yet. */
export function stateOf(meeting: Meeting, now = Date.now()): TimeFilter {
  const beginnings = beginningsOf(meeting);
  if (beginnings.length === 0) return "open";
  const length = meeting.durationMinutes * MINUTE_MS;
  return beginnings.some((beginning) => Date.parse(beginning) + length > now) ? "upcoming" : "past";
}

/** The next moment at which it can begin, else the last one; null without any. */
export function nextOf(meeting: Meeting, now = Date.now()): string | null {
  const beginnings = beginningsOf(meeting);
  return beginnings.find((beginning) => Date.parse(beginning) > now) ?? beginnings.at(-1) ?? null;
}

/** Whether a slot can still be booked. */
export function isBookable(meeting: Meeting, startsAt: string, now = Date.now()): boolean {
  return Date.parse(startsAt) - meeting.bookingClosesHours * HOUR_MS > now;
}

export function hasBegun(startsAt: string, now = Date.now()): boolean {
  return Date.parse(startsAt) <= now;
}
