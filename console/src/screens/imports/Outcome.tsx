import { Meter } from "../../design/Meter";
import { counted, phrase, type PhraseName } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { CandidateImport } from "../../service/records";
import styles from "./Imports.module.css";

const COUNTS = [
  ["created", "imports.rows.created"],
  ["updated", "imports.rows.updated"],
  ["skipped", "imports.rows.skipped"],
  ["failed", "imports.rows.failed"],
  ["invited", "imports.rows.invited"],
] as const satisfies readonly (readonly [keyof CandidateImport["counts"], PhraseName])[];

const WHOLE = 100;

/** How far an import is, and how its rows have come out so far. */
export function Outcome({ made }: { made: CandidateImport }) {
  const { counts, total, status } = made;
  const done = counts.created + counts.updated + counts.skipped + counts.failed;
  return (
    <>
      {status === "running" && (
        <div className={styles.progress} role="status">
          <p>{total === null ? phrase("imports.reading") : counted("imports.progress", done, { total })}</p>
          <Meter value={total === null || total === 0 ? 0 : (WHOLE * done) / total} />
        </div>
      )}
      <dl className={styles.counts}>
        {COUNTS.map(([name, title]) => (
          <div className={styles.count} key={name}>
            <dt>{phrase(title)}</dt>
            <dd>{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
