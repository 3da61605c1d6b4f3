import { useState } from "react";

/** How many candidates can stand beside each other. */
export const MOST_COMPARED = 6;

/** Who is chosen to be compared. */
export function useChosen() {
  return useState<ReadonlySet<string>>(() => new Set());
}
