import { formatNumber } from "../language/format";
import { ScreenLink } from "./ScreenLink";
import styles from "./LinkList.module.css";

interface LinkListProps {
  /** What is chosen among, for people who do not see it. */
  label: string;
  choices: readonly { to: string; name: string; isChosen: boolean; count?: number }[];
}

/** Views of one screen, each with an address of its own. */
export function LinkList({ label, choices }: LinkListProps) {
  return (
    <nav aria-label={label} className={styles.list}>
      {choices.map(({ to, name, isChosen, count }) => (
        <ScreenLink
          className={styles.choice}
          current={isChosen ? "true" : undefined}
          key={to}
          replace
          to={to}
        >
          {name}
          {count !== undefined && (
            <>
              {" "}
              <span className={styles.count}>{formatNumber(count)}</span>
            </>
          )}
        </ScreenLink>
      ))}
    </nav>
  );
}
