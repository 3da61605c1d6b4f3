import { useEffect, useRef } from "react";
import { reviewQueueAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ArrowRightIcon, CheckIcon } from "../../design/icons";
import { QueueLink } from "../../design/QueueLink";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase } from "../../language/catalogue";
import type { DecisionWord, ReviewItem } from "../../service/records";
import type { QueueFilter } from "../../service/review-queue";
import { DECISIONS } from "../../dialogs/decide/decisions";
import { classes } from "../../design/classes";
import styles from "./DecisionStored.module.css";

interface DecisionStoredProps {
  decision: DecisionWord;
  next: ReviewItem | null;
  queue: QueueFilter;
  onDecideAgain: () => void;
}

/** That a decision is stored, and the way on, which has the focus. */
export function DecisionStored({ decision, next, queue, onDecideAgain }: DecisionStoredProps) {
  const announce = useAnnounce();
  const link = useRef<HTMLAnchorElement>(null);
  const words = phrase("decision.stored", { decision: phrase(DECISIONS[decision].past) });
  useEffect(() => {
    announce(words);
    link.current?.focus();
  }, [announce, words]);
  return (
    <div className={styles.stored}>
      <p className={styles.words}>
        <CheckIcon /> {words}
      </p>
      {next === null ? (
        <ScreenLink className={styles.next} ref={link} to={reviewQueueAddress(queue)}>
          {phrase("next.empty")} <ArrowRightIcon className={classes(styles.arrow)} />
        </ScreenLink>
      ) : (
        <QueueLink className={styles.next} item={next} queue={queue} ref={link}>
          {phrase("next.link", { name: next.candidateName ?? next.title ?? "" })}
          <ArrowRightIcon className={classes(styles.arrow)} />
        </QueueLink>
      )}
      <Button look="quiet" onPress={onDecideAgain} size="small">
        {phrase("decision.again")}
      </Button>
    </div>
  );
}
