/** Times by the clocks of places, with their changes to and from summer time. */

import { currentLocale } from "./catalogue";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CLOCK = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The zone of the reader's device. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zones that the browser knows, by their IANA names. */
export function knownZones(): readonly string[] {
  return Intl.supportedValuesOf("timeZone");
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name !== "";
  } catch {
    return false;
  }
}

/** `Mon, Dec 7, 2026, 9:00 AM`, by the clock of the zone. */
export function formatTimeOf(time: string, zone: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone,
  });
  return format.format(Date.parse(time));
}

/** The zone's own name at a moment: `Central European Standard Time`. */
export function formatZone(zone: string, time: string | number = Date.now()): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, timeZoneName: "long" });
  const parts = format.formatToParts(typeof time === "number" ? time : Date.parse(time));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** Whether clocks show the same in both zones at a moment. */
export function agree(zone: string, other: string, time: string): boolean {
  return zone === other || wallClock(Date.parse(time), zone) === wallClock(Date.parse(time), other);
}

/** What a clock in the zone shows, as a field for times holds it: `2026-12-07T09:00`. */
export function clockIn(zone: string, time: string): string {
  return fieldText(wallClock(Date.parse(time), zone));
}

/**
 * The moment at which clocks in the zone show a time: ISO 8601 in UTC. A time that clocks show twice is the first
 * of them. Null where the text is no time, or one that clocks leave out when summer time begins.
 */
export function momentOf(clock: string, zone: string): string | null {
  const shown = clockNumber(clock);
  if (shown === null || !isZone(zone)) return null;
  // A day before and after, the zone has the two distances from UTC between which a change would lie.
  const distances = [-DAY_MS, DAY_MS].map((days) => wallClock(shown + days, zone) - (shown + days));
  const moments = distances.map((distance) => shown - distance).sort((one, other) => one - other);
  const found = moments.find((moment) => wallClock(moment, zone) === shown);
  return found === undefined ? null : new Date(found).toISOString();
}

/** A time as a field holds it, later by some minutes; empty where the text is none. */
export function laterBy(clock: string, minutes: number): string {
  const shown = clockNumber(clock);
  return shown === null ? "" : fieldText(shown + minutes * MINUTE_MS);
}

/** The time that a text shows, as if it were UTC; null where it is none. */
function clockNumber(clock: string): number | null {
  if (!CLOCK.test(clock)) return null;
  const shown = Date.parse(`${clock}:00Z`);
  return Number.isNaN(shown) ? null : shown;
}

function fieldText(shown: number): string {
  return new Date(shown).toISOString().slice(0, 16);
}

/** What a clock in the zone shows at a moment, as if it were UTC; to the minute. */
function wallClock(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-hc-h23-nu-latn", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const read = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"));
}
