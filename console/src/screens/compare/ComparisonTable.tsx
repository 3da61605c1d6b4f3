import { useState } from "react";
import { Switch } from "../../design/Switch";
import { phrase } from "../../language/catalogue";
import { formatNumber, formatPercent } from "../../language/format";
import type { Medians } from "../../service/comparison";
import styles from "./ComparisonTable.module.css";
import { PersonHead } from "./PersonHead";
import { robustMedian, type Side, type TopicRow } from "./rows";
import { TopicCell } from "./TopicCell";

interface ComparisonTableProps {
  sides: readonly Side[];
  rows: readonly TopicRow[];
  medians: Medians | undefined;
}

/** Topics under each other, people beside each other. Where there is little room the people go on beyond the edge. */
export function ComparisonTable({ sides, rows, medians }: ComparisonTableProps) {
  const [isWhole, setWhole] = useState(false);
  const overall = robustMedian(medians?.scores);
  const hasMedian = overall !== null;
  const hasReasons = rows.some(({ scores }) =>
    scores.some((each) => each !== null && each.explanation !== ""),
  );
  return (
    <div className={styles.comparison}>
      {hasReasons && (
        <Switch isSelected={isWhole} onChange={setWhole}>
          {phrase("compare.reasons")}
        </Switch>
      )}
      {/* What does not fit is reached by the arrow keys. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div aria-label={phrase("compare.table")} className={styles.scroll} role="region" tabIndex={0}>
        <table aria-label={phrase("compare.heading")} className={styles.table}>
          <thead>
            <tr>
              <th className={styles.corner} scope="col">
                {phrase("compare.topic")}
              </th>
              {sides.map((side) => (
                <th className={styles.person} key={side.interview.id} scope="col">
                  <PersonHead side={side} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Overall median={overall} sides={sides} />
            {rows.map((row) => (
              <tr key={row.topic}>
                <TopicHead row={row} />
                {row.scores.map((score, at) => (
                  <TopicCell isWhole={isWhole} key={sides[at]?.interview.id} score={score} side={sides[at]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMedian && medians !== undefined && (
        <p className={styles.quiet}>{phrase("compare.median.basis", { people: medians.people })}</p>
      )}
    </div>
  );
}

function Overall({ sides, median }: { sides: readonly Side[]; median: number | null }) {
  return (
    <tr className={styles.overall}>
      <th className={styles.topic} scope="row">
        {phrase("compare.overall")}
        <MedianWords value={median} />
      </th>
      {sides.map(({ interview, results, isHidden }) => (
        <td className={styles.cell} key={interview.id}>
          <strong className={styles.whole}>{scoreWords(isHidden, results?.score ?? interview.score)}</strong>
        </td>
      ))}
    </tr>
  );
}

function TopicHead({ row: { topic, weight, difference, median } }: { row: TopicRow }) {
  return (
    <th className={styles.topic} scope="row">
      <span dir="auto">{topic}</span>
      {weight !== null && (
        <span className={styles.quiet}>
          {phrase("scorecard.weight", { weight: formatPercent(weight / 100) })}
        </span>
      )}
      <MedianWords value={median} />
      {difference !== null && difference > 0 && (
        <span className={styles.quiet}>{phrase("compare.difference", { difference: difference })}</span>
      )}
    </th>
  );
}

function MedianWords({ value }: { value: number | null }) {
  if (value === null) return null;
  return <span className={styles.quiet}>{phrase("chart.median", { median: value })}</span>;
}

function scoreWords(isHidden: boolean, score: number | null): string {
  if (isHidden) return phrase("compare.hidden");
  return score === null ? phrase("score.none") : formatNumber(score);
}
