import type { CandidateInterview } from "../../service/records";

/**
 * The interview to begin with: the one that is wanted; else the one that was completed last; else the newest.
 * `interviews` stand newest first.
 */
export function chooseInterview(
  interviews: readonly CandidateInterview[],
  wanted: string | undefined,
): CandidateInterview | undefined {
  const completed = interviews.filter(({ completedAt }) => completedAt !== null);
  completed.sort((one, other) => (other.completedAt ?? "").localeCompare(one.completedAt ?? ""));
  return interviews.find(({ id }) => id === wanted) ?? completed[0] ?? interviews[0];
}
