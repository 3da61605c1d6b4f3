/** What the first screen asks the service for, before its code is there. */

import type { QueryClient } from "@tanstack/react-query";
import { ADDRESSES } from "./addresses";
import { filterOf } from "./screens/review-queue/filter";
import { reviewQueueOptions } from "./service/review-queue";
import { teamsOptions } from "./service/teams";
import { sessionState } from "./session/store";

/**
 * Asks for what waits for the team, and for the names of the teams, when somebody is signed in at that screen. What
 * cannot be read the screen asks for again, and tells why.
 */
export async function askForScreen(queries: QueryClient): Promise<void> {
  const isAtQueue = location.pathname.replace(/\/$/, "") === ADDRESSES.reviewQueue;
  if (sessionState().session === null || !isAtQueue) return;
  const waiting = queries.infiniteQuery(reviewQueueOptions(filterOf(location.search)));
  await Promise.allSettled([waiting, queries.query(teamsOptions())]);
}
