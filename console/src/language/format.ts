/** Numbers and times as the reader's language writes them. */

import { currentLocale } from "./catalogue";

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const DURATIONS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago something was, or how soon it will be: `3 days ago`. */
export function formatAgo(time: string, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
  const seconds = (Date.parse(time) - now) / 1_000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}

export function formatDate(time: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium" }).format(Date.parse(time));
}

export function formatDateTime(time: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", timeStyle: "short" });
  return format.format(Date.parse(time));
}

/** The time of day in a zone, with the zone's name; null where the browser does not know the zone. */
export function formatTimeIn(zone: string, now = Date.now()): string | null {
  try {
    const format = new Intl.DateTimeFormat(currentLocale(), { timeStyle: "short", timeZone: zone });
    return format.format(now);
  } catch {
    return null;
  }
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value);
}

/** A share from 0 to 1. */
export function formatPercent(share: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** A length of time in its greatest unit: `2.5 days`. */
export function formatDuration(seconds: number): string {
  const [unit, length] = DURATIONS.find(([, each]) => seconds >= each) ?? (["minute", 60] as const);
  const format = new Intl.NumberFormat(currentLocale(), {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  return format.format(seconds / length);
}

/** A length of time as a player shows it: `1:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Several things in one sentence. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(items);
}
