import { useId, useState } from "react";
import { Button } from "../../design/Button";
import { Meter } from "../../design/Meter";
import { phrase } from "../../language/catalogue";
import { formatNumber, formatPercent } from "../../language/format";
import type { TopicScore } from "../../service/records";
import styles from "./ComparisonTable.module.css";
import type { Side } from "./rows";

interface TopicCellProps {
  score: TopicScore | null;
  side: Side | undefined;
  /** Whether all reasons are shown. */
  isWhole: boolean;
}

/** What somebody reached in a topic, and by which words of theirs. */
export function TopicCell({ score, side, isWhole }: TopicCellProps) {
  if (side === undefined) return null;
  if (side.isHidden) return <td className={styles.cell}>{phrase("compare.hidden")}</td>;
  if (score === null) return <td className={styles.cell}>{phrase("score.none.short")}</td>;
  return (
    <td className={styles.cell}>
      <span className={styles.value}>
        <strong>{score.score === null ? phrase("score.none") : formatNumber(score.score)}</strong>
        <span className={styles.quiet}>{originOf(score)}</span>
      </span>
      {score.score !== null && <Meter value={score.score} />}
      {score.explanation !== "" && <Reasons isWhole={isWhole} name={side.name} score={score} />}
    </td>
  );
}

interface ReasonsProps {
  score: TopicScore;
  name: string;
  isWhole: boolean;
}

function Reasons({ score, name, isWhole }: ReasonsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isShown = isWhole || isOpen;
  return (
    <>
      {!isWhole && (
        <Button
          aria-controls={id}
          aria-expanded={isOpen}
          aria-label={phrase("compare.why.of", { name, topic: score.topic })}
          className={styles.why}
          look="quiet"
          onPress={() => setOpen(!isOpen)}
          size="small"
        >
          {phrase(isOpen ? "compare.why.close" : "compare.why")}
        </Button>
      )}
      <div className={styles.reasons} hidden={!isShown} id={id}>
        <p dir="auto">{score.explanation}</p>
        {score.evidence.length > 0 && (
          <ul className={styles.evidence}>
            {score.evidence.map((words) => (
              <li key={words}>
                <q dir="auto">{words}</q>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Who has scored, and how sure the machine is. */
function originOf({ scoredBy, confidence }: TopicScore): string {
  if (scoredBy === "person") return phrase("compare.byPerson");
  return phrase("confidence.of", { percent: formatPercent(confidence) });
}
