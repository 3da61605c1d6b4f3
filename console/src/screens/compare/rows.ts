/** The comparison as rows of topics. */

import { FEWEST_PEOPLE } from "../../design/charts/Chart";
import { medianOf } from "../../design/charts/median";
import type { Compared, Medians } from "../../service/comparison";
import type { Results, TopicScore } from "../../service/records";

/** Somebody beside the others, with what is known of their scores. */
export interface Side extends Compared {
  /** Not there before it is read. */
  results: Results | undefined;
  /** Whether the person who reads is to score first. */
  isHidden: boolean;
}

export interface TopicRow {
  topic: string;
  /** The share of the whole, from 0 to 100; null where the interviews differ in it. */
  weight: number | null;
  /** In the order of the people; null where somebody has no such topic. */
  scores: (TopicScore | null)[];
  /** Between the highest and the lowest score that is shown; null with fewer than two. */
  difference: number | null;
  median: number | null;
}

export const ORDERS = ["difference", "weight"] as const;

export type Order = (typeof ORDERS)[number];

/** The topics, each with what everybody reached in it. `known` are topics in the order of the scorecard. */
export function rowsOf(
  sides: readonly Side[],
  known: readonly string[],
  medians: Medians | undefined,
): TopicRow[] {
  const topics = new Set([...known, ...sides.flatMap((side) => topicsOf(side).map(({ topic }) => topic))]);
  return [...topics].map((topic) => {
    const scores = sides.map((side) => topicsOf(side).find((each) => each.topic === topic) ?? null);
    const shown = scores
      .filter((_, at) => sides[at]?.isHidden === false)
      .flatMap((each) => each?.score ?? []);
    const weights = new Set(scores.flatMap((each) => each?.weight ?? []));
    const [weight] = weights;
    return {
      topic,
      weight: weights.size === 1 ? (weight ?? null) : null,
      scores,
      difference: shown.length < 2 ? null : Math.max(...shown) - Math.min(...shown),
      median: robustMedian(medians?.topics.get(topic)),
    };
  });
}

export function ordered(rows: readonly TopicRow[], order: Order): TopicRow[] {
  return rows.toSorted((one, other) => (other[order] ?? -1) - (one[order] ?? -1));
}

/** The median; null where it would say more about single people. */
export function robustMedian(values: readonly number[] = []): number | null {
  return values.length < FEWEST_PEOPLE ? null : medianOf(values);
}

function topicsOf({ results }: Side): readonly TopicScore[] {
  return results?.scoreCard?.topicScores ?? [];
}
