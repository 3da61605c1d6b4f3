/** The screens that the navigation leads to, in its order. */

import { ADDRESSES, type Address } from "../../addresses";
import type { PhraseName } from "../../language/catalogue";
import type { Action } from "../../session/roles";
import {
  CandidatesIcon,
  type Icon,
  ImportsIcon,
  InterviewsIcon,
  JobsIcon,
  MeetingsIcon,
  PeopleIcon,
  QueueIcon,
  SettingsIcon,
  WebhooksIcon,
  WorkflowsIcon,
} from "../icons";

export interface NavigationEntry {
  to: Address;
  title: PhraseName;
  /** Where there is little room. */
  short?: PhraseName;
  icon: Icon;
  /** What the screen, and each below its address, is for; people who may not do it do not see it. */
  action?: Action;
  /** Nothing leads to a screen that is not built yet. */
  isToCome?: true;
}

/** The first of them stand in the bar of a phone, the others behind `More`. */
export const ENTRIES_IN_BAR = 4;

export const NAVIGATION: readonly NavigationEntry[] = [
  { to: ADDRESSES.reviewQueue, title: "queue.heading", short: "queue.heading.short", icon: QueueIcon },
  { to: ADDRESSES.candidates, title: "screen.candidates", icon: CandidatesIcon, isToCome: true },
  { to: ADDRESSES.jobs, title: "screen.jobs", icon: JobsIcon, isToCome: true },
  { to: ADDRESSES.interviews, title: "screen.interviews", icon: InterviewsIcon, isToCome: true },
  { to: ADDRESSES.workflows, title: "screen.workflows", icon: WorkflowsIcon, isToCome: true },
  { to: ADDRESSES.meetings, title: "screen.meetings", icon: MeetingsIcon, isToCome: true },
  {
    to: ADDRESSES.imports,
    title: "screen.imports",
    icon: ImportsIcon,
    action: "importCandidates",
    isToCome: true,
  },
  {
    to: ADDRESSES.webhooks,
    title: "screen.webhooks",
    icon: WebhooksIcon,
    action: "manageWebhooks",
    isToCome: true,
  },
  { to: ADDRESSES.people, title: "screen.people", icon: PeopleIcon, action: "managePeople", isToCome: true },
  { to: ADDRESSES.settings, title: "screen.settings", icon: SettingsIcon, isToCome: true },
];

/** The entry that an address belongs to: its own, or one above it. */
export function entryOf(address: string): NavigationEntry | undefined {
  const [home, ...others] = NAVIGATION;
  const above = others.find(({ to }) => address === to || address.startsWith(`${to}/`));
  return above ?? (address.replace(/\/$/, "") === home?.to ? home : undefined);
}
