import { useQueries } from "@tanstack/react-query";
import { useBlindness } from "../../design/blindness";
import { resultsOptions, scoreChangesOptions } from "../../service/candidate-interviews";
import type { Compared } from "../../service/comparison";
import type { Results, ScoreChange } from "../../service/records";
import { useSession } from "../../session/use-session";
import type { Side } from "./rows";

/** The people with their results, which stay hidden from a person who is to score first. */
export function useSides(people: readonly Compared[]): Side[] {
  const { user } = useSession();
  const [isBlind] = useBlindness();
  const completed = people.filter(({ interview }) => interview.completedAt !== null);
  const results = useQueries({
    queries: completed.map(({ interview }) => resultsOptions(interview.id)),
    combine: (answers) => answers.map(({ data }) => data),
  });
  const changes = useQueries({
    queries: (isBlind ? completed : []).map(({ interview }) => scoreChangesOptions(interview.id)),
    combine: (answers) => answers.map(({ data }) => data),
  });
  return people.map((person) => {
    const at = completed.indexOf(person);
    const own = results[at];
    return { ...person, results: own, isHidden: isBlind && hasToScore(own, changes[at], user.id) };
  });
}

function hasToScore(
  results: Results | undefined,
  changes: readonly ScoreChange[] | undefined,
  userId: string,
) {
  const scored = new Set(
    (changes ?? []).filter((change) => change.userId === userId).map(({ topic }) => topic),
  );
  return results?.scoreCard?.topicScores.some(({ topic }) => !scored.has(topic)) ?? true;
}
