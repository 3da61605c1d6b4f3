/** Who took each interview. The list has only their ids; they are read six at a time, by comparisons. */

import { useQueries } from "@tanstack/react-query";
import { phrase } from "../../language/catalogue";
import { comparedOptions, decisionsOptions } from "../../service/candidate-interviews";
import { candidateOptions } from "../../service/candidates";
import type { CandidateInterview, DecisionWord } from "../../service/records";

export interface Taker {
  name: string;
  /** Null before one, or while it is not known. */
  decision: DecisionWord | null;
}

export type Takers = ReadonlyMap<string, Taker>;

const MOST_COMPARED = 6;

export function useTakers(pages: readonly (readonly CandidateInterview[])[]): Takers {
  const parts = pages.flatMap(comparableParts);
  const several = parts.filter((part) => part.length > 1);
  const single = parts.filter((part) => part.length === 1).flat();
  const compared = useQueries({
    queries: several.map((part) => comparedOptions(part.map(({ id }) => id))),
  });
  const candidates = useQueries({ queries: single.map(({ candidateId }) => candidateOptions(candidateId)) });
  const decisions = useQueries({ queries: single.map(({ id }) => decisionsOptions(id)) });
  const takers = new Map<string, Taker>();
  several.forEach((part, at) => {
    const found = compared[at];
    for (const { candidateInterviewId, firstName, lastName, decision } of found?.data ?? [])
      takers.set(candidateInterviewId, { name: fullName(firstName, lastName), decision });
    if (found?.isError) for (const { id } of part) takers.set(id, nobody());
  });
  single.forEach(({ id }, at) => {
    const found = candidates[at];
    const decision = decisions[at]?.data?.[0]?.decision ?? null;
    if (found?.data) takers.set(id, { name: fullName(found.data.firstName, found.data.lastName), decision });
    else if (found?.isError) takers.set(id, nobody());
  });
  return takers;
}

/** Candidate interviews of the same interview, at most six together and, where there are several, never one alone. */
export function comparableParts(page: readonly CandidateInterview[]): CandidateInterview[][] {
  const groups = new Map<string, CandidateInterview[]>();
  for (const each of page) groups.set(each.interviewId, [...(groups.get(each.interviewId) ?? []), each]);
  return [...groups.values()].flatMap((group) => {
    const parts = Math.ceil(group.length / MOST_COMPARED);
    const size = Math.ceil(group.length / parts);
    return Array.from({ length: parts }, (_, at) => group.slice(at * size, (at + 1) * size)).filter(
      (part) => part.length > 0,
    );
  });
}

function nobody(): Taker {
  return { name: phrase("progress.unnamed"), decision: null };
}

function fullName(firstName: string | null, lastName: string | null): string {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return name === "" ? phrase("progress.unnamed") : name;
}
