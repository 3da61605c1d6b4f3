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
}

/** The first of them stand in the bar of a phone, the others behind `More`. */
export const ENTRIES_IN_BAR = 4;

export const NAVIGATION: readonly NavigationEntry[] = [
  { to: ADDRESSES.reviewQueue, title: "queue.heading", short: "queue.heading.short", icon: QueueIcon },
  { to: ADDRESSES.candidates, title: "screen.candidates", icon: CandidatesIcon },
  { to: ADDRESSES.jobs, title: "screen.jobs", icon: JobsIcon },
  { to: ADDRESSES.interviews, title: "screen.interviews", icon: InterviewsIcon },
  { to: ADDRESSES.workflows, title: "screen.workflows", icon: WorkflowsIcon },
  { to: ADDRESSES.meetings, title: "screen.meetings", icon: MeetingsIcon },
  {
    to: ADDRESSES.imports,
    title: "screen.imports",
    icon: ImportsIcon,
    action: "importCandidates",
  },
  { to: ADDRESSES.webhooks, title: "screen.webhooks", icon: WebhooksIcon },
  { to: ADDRESSES.people, title: "screen.people", icon: PeopleIcon },
  { to: ADDRESSES.settings, title: "screen.settings", icon: SettingsIcon },
];

/** The entry that an address belongs to: its own, or one above it. */
export function entryOf(address: string): NavigationEntry | undefined {
  const [home, ...others] = NAVIGATION;
  const above = others.find(({ to }) => address === to || address.startsWith(`${to}/`));
  return above ?? (address.replace(/\/$/, "") === home?.to ? home : undefined);
}
