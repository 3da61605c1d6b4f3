import { lazy } from "react";
import { Loaded } from "./Loaded";
import { ChevronDownIcon } from "./icons";
import type { SelectProps } from "./Select";
import { classes } from "./classes";
import { whenIdle } from "./when-idle";
import styles from "./Select.module.css";

// It is a third of what the first view is; what a screen is opened for goes first.
const Select = lazy(async () => {
  await whenIdle();
  return import("./Select");
});

/** A select whose code comes after the first view; until then its place is held by what it will look like. */
export function LazySelect(properties: SelectProps) {
  return (
    <Loaded fallback={<Placeholder {...properties} />}>
      <Select {...properties} />
    </Loaded>
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
