/** A meeting as its form holds it, and as the service takes it. */

import type { PhraseName } from "../../language/catalogue";
import { clockIn, isZone, laterBy, momentOf, ownZone } from "../../language/zones";
import type { MeetingMembers } from "../../service/meetings";
import type { Meeting } from "../../service/records";

/** How the time comes about: candidates choose one, there is one, or none yet. */
export type TimeMode = "slots" | "fixed" | "none";

export interface SlotForm {
  /** Tells rows apart; that of the service for a slot that it has. */
  key: string;
  isStored: boolean;
  /** By the meeting's clock: `2026-12-07T09:00`. */
  clock: string;
  capacity: number | null;
  booked: number;
}

export interface MeetingForm {
  title: string;
  description: string;
  place: string;
  url: string;
  minutes: number | null;
  timezone: string;
  mode: TimeMode;
  slots: readonly SlotForm[];
  /** The time of a meeting that has just one. */
  clock: string;
  closesHours: number | null;
  language: string;
}

/** What is wrong, by the member's name as the service has it. */
export type FormProblems = ReadonlyMap<string, PhraseName>;

const HOUR_MINUTES = 60;
const LONGEST_MINUTES = 480;
const SHORTEST_MINUTES = 5;
const MOST_PLACES = 100;
const MOST_HOURS = 168;
const CLOSES_HOURS = 2;

export function emptyForm(language: string): MeetingForm {
  return {
    title: "",
    description: "",
    place: "",
    url: "",
    minutes: HOUR_MINUTES,
    timezone: ownZone(),
    mode: "slots",
    slots: [newSlot([])],
    clock: "",
    closesHours: CLOSES_HOURS,
    language,
  };
}

export function formOf(meeting: Meeting): MeetingForm {
  const timezone = meeting.timezone ?? ownZone();
  return {
    title: meeting.title,
    description: meeting.description ?? "",
    place: meeting.place ?? "",
    url: meeting.url ?? "",
    minutes: meeting.durationMinutes,
    timezone,
    mode: meeting.slots.length > 0 ? "slots" : meeting.startsAt === null ? "none" : "fixed",
    slots: meeting.slots
      .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
      .map(({ id, startsAt, capacity, booked }) => ({
        key: id,
        isStored: true,
        clock: clockIn(timezone, startsAt),
        capacity,
        booked,
      })),
    clock: meeting.startsAt === null ? "" : clockIn(timezone, meeting.startsAt),
    closesHours: meeting.bookingClosesHours,
    language: meeting.language,
  };
}

/** A further time: an hour after the last one, for as many. */
export function newSlot(slots: readonly SlotForm[]): SlotForm {
  const last = slots.at(-1);
  const clock = laterBy(last?.clock ?? "", HOUR_MINUTES);
  const capacity = last?.capacity ?? 1;
  return { key: crypto.randomUUID(), isStored: false, clock, capacity, booked: 0 };
}

export function problemsOf(form: MeetingForm): FormProblems {
  const problems = new Map<string, PhraseName>();
  if (form.title.trim() === "") problems.set("title", "meetings.problem.title");
  if (!isBetween(form.minutes, SHORTEST_MINUTES, LONGEST_MINUTES))
    problems.set("durationMinutes", "meetings.problem.minutes");
  if (!isZone(form.timezone)) problems.set("timezone", "zone.unknown");
  if (form.url.trim() !== "" && !/^https?:\/\/\S+$/i.test(form.url.trim()))
    problems.set("url", "meetings.problem.url");
  if (form.mode === "fixed" && momentOf(form.clock, form.timezone) === null)
    problems.set("startsAt", "meetings.problem.time");
  if (form.mode === "slots") addSlotProblems(form, problems);
  return problems;
}

function addSlotProblems({ slots, timezone, closesHours }: MeetingForm, problems: Map<string, PhraseName>) {
  if (slots.length === 0) problems.set("slots", "meetings.problem.slots");
  if (!isBetween(closesHours, 0, MOST_HOURS)) problems.set("bookingClosesHours", "meetings.problem.closes");
  slots.forEach(({ clock, capacity }, at) => {
    if (momentOf(clock, timezone) === null) problems.set(`slots[${at}].startsAt`, "meetings.problem.time");
    if (!isBetween(capacity, 1, MOST_PLACES))
      problems.set(`slots[${at}].capacity`, "meetings.problem.places");
  });
}

/** What the service is sent of a form without problems. */
export function membersOf(form: MeetingForm): MeetingMembers {
  const { timezone, mode } = form;
  const slots = mode !== "slots" ? [] : form.slots;
  return {
    title: form.title.trim(),
    description: textOf(form.description),
    place: textOf(form.place),
    url: textOf(form.url),
    durationMinutes: form.minutes ?? HOUR_MINUTES,
    timezone,
    slots: slots.map(({ key, isStored, clock, capacity }) => ({
      ...(isStored ? { id: key } : {}),
      startsAt: momentOf(clock, timezone) ?? "",
      capacity: capacity ?? 1,
    })),
    bookingClosesHours: form.closesHours ?? CLOSES_HOURS,
    language: form.language,
    startsAt: mode === "fixed" ? momentOf(form.clock, timezone) : null,
  };
}

/** How many bookings end by what was changed: times that were booked and are others now, or are gone. */
export function endedBookings(before: Meeting | null, form: MeetingForm): number {
  if (before === null) return 0;
  const isOtherLength = form.minutes !== before.durationMinutes;
  const kept = new Map(
    form.mode !== "slots" ? [] : form.slots.map(({ key, clock }) => [key, momentOf(clock, form.timezone)]),
  );
  const ended = before.slots.filter(({ id, startsAt }) => {
    const moment = kept.get(id) ?? null;
    return isOtherLength || moment === null || Date.parse(moment) !== Date.parse(startsAt);
  });
  return ended.reduce((sum, { booked }) => sum + booked, 0);
}

function isBetween(value: number | null, least: number, most: number): boolean {
  return value !== null && Number.isInteger(value) && value >= least && value <= most;
}

function textOf(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
