import { phrase } from "../../language/catalogue";
import { DECISIONS } from "../../dialogs/decide/decisions";
import type { Side, TopicRow } from "./rows";

type Row = (string | number | null)[];

/** The comparison as a file has it; scores that are hidden on the screen are not in it. */
export function comparisonRows(sides: readonly Side[], rows: readonly TopicRow[]): Row[] {
  const shown = (side: Side | undefined, score: number | null) => (side?.isHidden === false ? score : null);
  return [
    [
      phrase("compare.topic"),
      phrase("compare.weight"),
      ...sides.map(({ name }) => name),
      phrase("compare.median"),
    ],
    [
      phrase("compare.overall"),
      null,
      ...sides.map((side) => shown(side, side.results?.score ?? side.interview.score)),
      null,
    ],
    ...rows.map(({ topic, weight, scores, median }) => [
      topic,
      weight,
      ...scores.map((each, at) => shown(sides[at], each?.score ?? null)),
      median,
    ]),
    [
      phrase("compare.decision"),
      null,
      ...sides.map(({ decision }) => (decision === null ? null : phrase(DECISIONS[decision].past))),
      null,
    ],
  ];
}
