/** A score that a person gives to a topic. */

export interface OwnScore {
  /** 0 to 100; null before it is given. */
  score: number | null;
  reason: string;
}

export const EMPTY_SCORE: OwnScore = { score: null, reason: "" };

export type OwnScoreFault = "score" | "reason";

/** What is missing. */
export function faultsOf({ score, reason }: OwnScore): OwnScoreFault[] {
  const isScore = score !== null && Number.isInteger(score) && score >= 0 && score <= 100;
  return [...(isScore ? [] : (["score"] as const)), ...(reason.trim() === "" ? (["reason"] as const) : [])];
}
