/** The lists of this tab's imports, so that their rows can be named. The service keeps no row. */

import type { Meaning } from "./columns";
import { type List, rowName } from "./read-list";

export interface KeptList {
  list: List;
  meanings: readonly Meaning[];
}

const MOST_KEPT = 3;
const kept = new Map<string, KeptList>();

export function keepList(importId: string, list: KeptList): void {
  kept.set(importId, list);
  for (const id of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(id);
}

export function keptList(importId: string): KeptList | undefined {
  return kept.get(importId);
}

export function nameOfRow(importId: string, row: number): string {
  const found = kept.get(importId);
  return found === undefined ? "" : rowName(found.list, found.meanings, row);
}
