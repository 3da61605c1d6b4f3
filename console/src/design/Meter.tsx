import styles from "./Meter.module.css";

/** A part of 100 as a bar. It repeats a number that stands beside it, so that screen readers pass it over. */
export function Meter({ value }: { value: number }) {
  return (
    <svg aria-hidden="true" className={styles.meter} preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect className={styles.empty} height="1" width="100" />
      <rect className={styles.full} height="1" width={value} />
    </svg>
  );
}
