import { Field } from "../../design/Field";
import styles from "./ColorField.module.css";
import { colorOf, DEFAULT_COLOR } from "./colors";

interface ColorFieldProps {
  label: string;
  /** What the palette beside the field is called. */
  palette: string;
  description: string;
  error: string | undefined;
  value: string;
  onChange: (color: string) => void;
}

/** A color: typed, or chosen from the browser's own palette. */
export function ColorField({ label, palette, description, error, value, onChange }: ColorFieldProps) {
  return (
    <div className={styles.color}>
      <Field description={description} error={error} label={label} onChange={onChange} value={value} />
      <input
        aria-label={palette}
        className={styles.palette}
        onChange={(event) => onChange(event.target.value)}
        type="color"
        value={`#${colorOf(value) ?? DEFAULT_COLOR}`}
      />
    </div>
  );
}
