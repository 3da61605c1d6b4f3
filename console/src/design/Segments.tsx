import { useId } from "react";
import styles from "./Segments.module.css";

interface SegmentsProps<Id extends string> {
  /** What is chosen. */
  label: string;
  choices: readonly { id: Id; name: string }[];
  value: Id;
  onChange: (id: Id) => void;
}

/** One of a few, all of them in sight. */
export function Segments<Id extends string>({ label, choices, value, onChange }: SegmentsProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.segments}>
        {choices.map((choice) => (
          <label className={styles.segment} key={choice.id}>
            <input
              checked={choice.id === value}
              className={styles.radio}
              name={name}
              onChange={() => onChange(choice.id)}
              type="radio"
              value={choice.id}
            />
            <span className={styles.name}>{choice.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
