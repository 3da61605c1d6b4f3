import { phrase } from "../../language/catalogue";
import type { CandidateInterview } from "../../service/records";

type Row = (string | number | null)[];

/** A ranking as a file has it. */
export function rankingRows(
  interviews: readonly CandidateInterview[],
  nameOf: (interview: CandidateInterview) => string,
): Row[] {
  const titles = [
    phrase("job.column.rank"),
    phrase("job.column.candidate"),
    phrase("job.column.score"),
    phrase("jobs.column.status"),
    phrase("job.column.completed"),
  ];
  const rows = interviews.map((interview) => {
    const { score, status, completedAt } = interview;
    const rank = score === null ? null : interviews.findIndex((each) => each.score === score) + 1;
    const words = phrase(status === null ? "status.none" : `status.${status}`);
    return [rank, nameOf(interview), score, words, completedAt];
  });
  return [titles, ...rows];
}
