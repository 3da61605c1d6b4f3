import { type ReactNode, useId, useState } from "react";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { counted, phrase } from "../../language/catalogue";
import styles from "./FilterPanel.module.css";

interface FilterPanelProps {
  /** What is always in sight. */
  first: ReactNode;
  /** How many of the others narrow the list. */
  count: number;
  onClear: () => void;
  /** The filters that not everybody needs. */
  children: ReactNode;
}

/** What narrows a list: the first at once, the others behind a button that tells how many are in use. */
export function FilterPanel({ first, count, onClear, children }: FilterPanelProps) {
  const [isOpen, setOpen] = useState(count > 0);
  const id = useId();
  return (
    <div className={styles.panel}>
      <div className={styles.first}>
        {first}
        <div className={styles.buttons}>
          <Button
            {...(isOpen ? { "aria-controls": id } : {})}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            {count === 0 ? phrase("filters.open") : counted("filters.count", count)}
          </Button>
          {count > 0 && (
            <Button look="quiet" onPress={onClear}>
              {phrase("filters.clear")}
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <div id={id}>
          <Card className={styles.more}>{children}</Card>
        </div>
      )}
    </div>
  );
}
