import { Avatar } from "../../design/Avatar";
import { QueueLink } from "../../design/QueueLink";
import { Score } from "../../design/Score";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import type { ReviewItem } from "../../service/records";
import type { QueueFilter } from "../../service/review-queue";
import { KINDS } from "./kinds";
import styles from "./QueueItem.module.css";

interface QueueItemProps {
  item: ReviewItem;
  /** Whether the score is left out, because the person gives their own first. */
  isBlind: boolean;
  filter: QueueFilter;
}

export function QueueItem({ item, isBlind, filter }: QueueItemProps) {
  const { icon: Drawing, reason } = KINDS[item.kind];
  const who = item.candidateName ?? item.title ?? "";
  return (
    <QueueLink className={styles.item} item={item} queue={filter}>
      <span className={styles.picture}>
        {item.candidateName === null ? (
          <span className={styles.drawing}>
            <Drawing />
          </span>
        ) : (
          <Avatar name={item.candidateName} />
        )}
      </span>
      <span className={styles.words}>
        <strong className={styles.who} dir="auto">
          {who}
        </strong>
        {item.candidateName !== null && (
          <span className={styles.what} dir="auto">
            {item.title}
          </span>
        )}
      </span>
      <span className={styles.facts}>
        <span className={styles.reason}>{phrase(reason)}</span>
        <time className={styles.since} dateTime={item.since} title={formatDateTime(item.since)}>
          {formatAgo(item.since)}
        </time>
      </span>
      <span className={styles.score}>{item.score !== null && !isBlind && <Score score={item.score} />}</span>
    </QueueLink>
  );
}
