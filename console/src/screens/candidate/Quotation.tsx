import { Button } from "react-aria-components/Button";
import { PlayIcon } from "../../design/icons";
import { phrase } from "../../language/catalogue";
import { formatClock } from "../../language/format";
import type { TopicScore } from "../../service/records";
import { useEvidence } from "./evidence";
import { evidenceKey } from "./marks";
import { classes } from "../../design/classes";
import styles from "./Quotation.module.css";

interface QuotationProps {
  topic: TopicScore;
  number: number;
  words: string;
}

/** Words that a score rests on. A press leads to them, and plays them where the recording is known. */
export function Quotation({ topic, number, words }: QuotationProps) {
  const { show, shownKey } = useEvidence();
  const place = topic.evidencePlaces[number];
  const key = evidenceKey(topic.topic, number);
  if (place === undefined) {
    return (
      <li>
        <q dir="auto">{words}</q>
      </li>
    );
  }
  const { seconds } = place;
  return (
    <li>
      <Button
        className={classes(styles.quotation)}
        data-shown={shownKey === key ? "" : undefined}
        onPress={() => show(key, place)}
      >
        <q className={styles.words} dir="auto">
          {words}
        </q>
        <span className={styles.place}>
          {seconds !== null && <PlayIcon />}
          {seconds === null
            ? phrase("evidence.show")
            : phrase("evidence.play", { time: formatClock(seconds) })}
        </span>
      </Button>
    </li>
  );
}
