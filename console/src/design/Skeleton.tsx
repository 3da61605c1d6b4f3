import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** How many lines of text it stands for. */
  lines?: number;
}

/** Holds the place of what is still on its way, so that nothing jumps when it comes. */
export function Skeleton({ lines = 1 }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={styles.skeleton}>
      {Array.from({ length: lines }, (_, line) => (
        <span className={styles.line} key={line} />
      ))}
    </span>
  );
}
