import type { Unnamed } from "../../service/candidate-names";
import type { CandidateInterview, Enrollment } from "../../service/records";
import type { Scores } from "./progress";

export function scoresOf(interviews: readonly CandidateInterview[]): Scores {
  return new Map(interviews.flatMap(({ id, score }) => (score === null ? [] : [[id, score] as const])));
}

/** The candidates of enrollments, with the first of their interviews. */
export function unnamedOf(enrollments: readonly Enrollment[]): Unnamed[] {
  return enrollments.map(({ candidateId, steps }) => {
    const first = steps.find(({ candidateInterviewId }) => candidateInterviewId != null);
    return {
      candidateId,
      candidateInterviewId: first?.candidateInterviewId ?? null,
      interviewId: first?.artifactId ?? null,
    };
  });
}
