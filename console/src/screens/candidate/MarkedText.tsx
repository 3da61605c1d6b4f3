import { useEvidence } from "./evidence";
import { piecesOf, type Range } from "./marks";
import styles from "./MarkedText.module.css";

interface MarkedTextProps {
  text: string;
  ranges: readonly Range[];
}

/** What a candidate said, with the words marked that a score rests on. */
export function MarkedText({ text, ranges }: MarkedTextProps) {
  const { shownKey } = useEvidence();
  return (
    <p className={styles.text} dir="auto">
      {piecesOf(text, ranges).map(({ text: words, start, keys }) =>
        keys.length === 0 ? (
          words
        ) : (
          <mark
            className={styles.mark}
            data-evidence={keys.join("\n")}
            data-shown={shownKey !== null && keys.includes(shownKey) ? "" : undefined}
            key={start}
          >
            {words}
          </mark>
        ),
      )}
    </p>
  );
}
