import { useLocation } from "wouter";
import { compareAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { counted, phrase } from "../../language/catalogue";
import styles from "./CompareBar.module.css";
import { MOST_COMPARED } from "./use-chosen";

interface CompareBarProps {
  /** How many people are chosen. */
  count: number;
  /** What they have done, in which they are compared. */
  ids: readonly string[];
  onClear: () => void;
}

/** Leads to the comparison of the people who are chosen. It stays in reach while the list is gone through. */
export function CompareBar({ count, ids, onClear }: CompareBarProps) {
  const [, navigate] = useLocation();
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      <p role="status">
        {ids.length < 2 ? phrase("job.compare.more") : counted("job.compare.chosen", count)}
      </p>
      <div className={styles.buttons}>
        <Button onPress={onClear} size="small">
          {phrase("job.compare.clear")}
        </Button>
        <Button
          isDisabled={ids.length < 2}
          look="primary"
          onPress={() => navigate(compareAddress(ids))}
          size="small"
        >
          {phrase("job.compare")}
        </Button>
      </div>
    </div>
  );
}

/** How people are compared, before anybody is chosen. */
export function CompareHint() {
  return <p className={styles.hint}>{phrase("job.compare.hint", { most: MOST_COMPARED })}</p>;
}
