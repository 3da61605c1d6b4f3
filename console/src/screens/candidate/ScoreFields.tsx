import { Field } from "../../design/Field";
import { phrase } from "../../language/catalogue";
import type { OwnScore, OwnScoreFault } from "./own-score";
import styles from "./ScoreFields.module.css";

const LONGEST_REASON = 2_000;

interface ScoreFieldsProps {
  own: OwnScore;
  onChange: (own: OwnScore) => void;
  faults: readonly OwnScoreFault[];
  takesFocus?: boolean;
}

export function ScoreFields({ own, onChange, faults, takesFocus = false }: ScoreFieldsProps) {
  return (
    <div className={styles.fields}>
      <Field
        // The person has just asked for this form.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
        error={faults.includes("score") ? phrase("scoreForm.missing") : undefined}
        inputMode="numeric"
        label={phrase("scoreForm.score")}
        onChange={(text) => onChange({ ...own, score: scoreOf(text) })}
        value={own.score === null ? "" : String(own.score)}
      />
      <Field
        error={faults.includes("reason") ? phrase("scoreForm.missing.reason") : undefined}
        label={phrase("scoreForm.reason")}
        maxLength={LONGEST_REASON}
        onChange={(reason) => onChange({ ...own, reason })}
        rows={2}
        value={own.reason}
      />
    </div>
  );
}

/** The number that was typed, of at most three digits; what is no digit is passed over. */
function scoreOf(text: string): number | null {
  const digits = text.replace(/\D/g, "").slice(0, 3);
  return digits === "" ? null : Number(digits);
}
