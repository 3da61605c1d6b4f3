import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { useNames } from "../../service/people";
import type { Decision } from "../../service/records";
import { DECISIONS } from "../../dialogs/decide/decisions";
import styles from "./Notes.module.css";

/** The decisions so far, newest first; the newest counts. */
export function DecisionList({ decisions }: { decisions: readonly Decision[] }) {
  const nameOf = useNames();
  return (
    <div className={styles.past}>
      <h3 className={styles.title}>{phrase("decision.past")}</h3>
      <ul className={styles.notes}>
        {decisions.map(({ id, decision, reason, userId, createdAt }) => (
          <li key={id}>
            <p className={styles.who}>
              <Status tone={DECISIONS[decision].tone}>{phrase(DECISIONS[decision].past)}</Status>
              <strong dir="auto">{nameOf(userId)}</strong>
              <time dateTime={createdAt} title={formatDateTime(createdAt)}>
                {formatAgo(createdAt)}
              </time>
            </p>
            <p className={styles.text} dir="auto">
              {reason}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
