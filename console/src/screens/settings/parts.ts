/** The parts of the settings. Which is shown stands in the address. */

import { ADDRESSES } from "../../addresses";
import type { PhraseName } from "../../language/catalogue";
import type { Action } from "../../session/roles";

export interface Part {
  id: "branding" | "messages" | "keys" | "audit" | "you";
  name: PhraseName;
  /** What reading it is for; others do not see it. */
  action?: Action;
}

export const PARTS: readonly Part[] = [
  { id: "branding", name: "settings.branding" },
  { id: "messages", name: "settings.messages" },
  { id: "you", name: "settings.you" },
  { id: "keys", name: "settings.keys", action: "manageKeys" },
  { id: "audit", name: "settings.audit", action: "readAuditLog" },
];

export function partAddress(id: Part["id"], query: Readonly<Record<string, string>> = {}): string {
  return `${ADDRESSES.settings}?${new URLSearchParams({ part: id, ...query }).toString()}`;
}
