import { useHistoryState } from "wouter/use-browser-location";
import type { QueueFilter } from "./service/review-queue";

/** What a screen knows from the one before it. It stands in the browser's history, not in the address. */
export interface Way {
  /** The candidate's name, which is shown until the record is there. */
  candidateName?: string;
  /** The candidate interview to be shown. */
  candidateInterviewId?: string;
  /** The queue that the person works through. */
  queue?: QueueFilter;
}

export function useWay(): Way {
  return useHistoryState<Way | null>() ?? {};
}
