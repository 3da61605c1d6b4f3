import type { ReactNode } from "react";
import { Button } from "../../design/Button";
import { CloseIcon } from "../../design/icons";
import { counted, phrase } from "../../language/catalogue";
import styles from "./SelectionBar.module.css";

interface SelectionBarProps {
  label: string;
  count: number;
  onClear: () => void;
  /** What can be done with the rows that are chosen. */
  children: ReactNode;
}

/** What stands at the foot of the screen as long as rows are chosen. */
export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && counted("candidates.selected", count)}
      </p>
      {count > 0 && (
        <section aria-label={label} className={styles.bar}>
          <span aria-hidden="true" className={styles.count}>
            {counted("candidates.selected", count)}
          </span>
          {children}
          <Button aria-label={phrase("candidates.selected.clear")} look="quiet" onPress={onClear} size="icon">
            <CloseIcon />
          </Button>
        </section>
      )}
    </>
  );
}
