import { Card } from "../../design/Card";
import { Disclosure } from "../../design/Disclosure";
import { Facts } from "../../design/Facts";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { useNames } from "../../service/people";
import type { Provenance, ScoreChange } from "../../service/records";
import styles from "./Notes.module.css";

interface ScoringRecordProps {
  /** Newest first. */
  changes: readonly ScoreChange[];
  provenance: Provenance | null;
}

/** Who and what has scored: the changes by people, and the origin of the machine's scores. */
export function ScoringRecord({ changes, provenance }: ScoringRecordProps) {
  if (changes.length === 0 && provenance === null) return null;
  return (
    <Card>
      {changes.length > 0 && <Changes changes={changes} />}
      {provenance !== null && (
        <Disclosure level={2} title={phrase("provenance.title")}>
          <Facts facts={factsOf(provenance)} />
        </Disclosure>
      )}
    </Card>
  );
}

function Changes({ changes }: { changes: readonly ScoreChange[] }) {
  const nameOf = useNames();
  return (
    <Disclosure level={2} title={phrase("scorecard.changes")}>
      <ul className={styles.notes}>
        {changes.map(({ at, userId, topic, from, to, reason }) => (
          <li key={`${at} ${topic}`}>
            <p className={styles.who}>
              <strong dir="auto">{nameOf(userId)}</strong>
              <span dir="auto">
                {phrase("scorecard.change", { topic, from: from ?? phrase("score.none.short"), to })}
              </span>
              <time dateTime={at} title={formatDateTime(at)}>
                {formatAgo(at)}
              </time>
            </p>
            <p className={styles.text} dir="auto">
              {reason}
            </p>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function factsOf(provenance: Provenance): [string, string][] {
  const { engine, model, promptVersion, scorecardVersion, inputHash, evaluatedAt, blind } = provenance;
  return [
    [phrase("provenance.engine"), engine],
    [phrase("provenance.model"), model],
    [phrase("provenance.prompt"), promptVersion],
    [
      phrase("provenance.scorecard"),
      scorecardVersion === null ? phrase("score.none.short") : String(scorecardVersion),
    ],
    [phrase("provenance.evaluatedAt"), formatDateTime(evaluatedAt)],
    [phrase("provenance.input"), inputHash],
    [phrase(blind ? "provenance.blind" : "provenance.seen"), ""],
  ];
}
