import { lazy, Suspense } from "react";
import { ChevronDownIcon } from "./icons";
import type { SelectProps } from "./Select";
import { classes } from "./classes";
import styles from "./Select.module.css";

const Select = lazy(() => import("./Select"));

/** A select whose code comes after the first view; until then its place is held by what it will look like. */
export function LazySelect(properties: SelectProps) {
  return (
    <Suspense fallback={<Placeholder {...properties} />}>
      <Select {...properties} />
    </Suspense>
  );
}

function Placeholder({ label, choices, value }: SelectProps) {
  return (
    <div className={styles.select}>
      <span className={styles.label}>{label}</span>
      <span className={styles.button}>
        <span className={styles.value}>{choices.find((choice) => choice.id === value)?.name}</span>
        <ChevronDownIcon className={classes(styles.arrow)} />
      </span>
    </div>
  );
}
