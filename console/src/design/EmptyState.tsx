import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import type { Icon } from "./icons";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  advice: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What stands where a list would: that there is nothing, and what to do. */
export function EmptyState({ icon: Drawing, title, advice, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.drawing}>
        <Drawing />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.advice}>{advice}</p>
      {children}
    </div>
  );
}
