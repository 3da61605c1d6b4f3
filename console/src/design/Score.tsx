import { phrase } from "../language/catalogue";
import { formatNumber } from "../language/format";
import { classes } from "./classes";
import styles from "./Score.module.css";

interface ScoreProps {
  /** 0 to 100; null where there is none. */
  score: number | null;
  size?: "normal" | "large";
}

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;

/** A score as a ring. It has one color for all scores: people judge what a number means. */
export function Score({ score, size = "normal" }: ScoreProps) {
  return (
    <span className={classes(styles.score, styles[size])}>
      <svg aria-hidden="true" className={styles.ring} viewBox="0 0 48 48">
        <circle className={styles.empty} cx="24" cy="24" r={RADIUS} />
        {score !== null && score > 0 && (
          <circle
            className={styles.full}
            cx="24"
            cy="24"
            r={RADIUS}
            strokeDasharray={`${((LENGTH * score) / 100).toFixed(1)} ${LENGTH.toFixed(1)}`}
            transform="rotate(-90 24 24)"
          />
        )}
      </svg>
      <span aria-hidden="true" className={styles.number}>
        {score === null ? phrase("score.none.short") : formatNumber(score)}
      </span>
      <span className="visually-hidden">
        {score === null ? phrase("score.none") : phrase("score.of", { score })}
      </span>
    </span>
  );
}
