import { reviewQueueAddress } from "../../addresses";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase, type PhraseName } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { ReviewQueue } from "../../service/records";
import { type QueueFilter, REVIEW_KINDS } from "../../service/review-queue";
import { changed } from "./filter";
import styles from "./KindFilter.module.css";
import { KINDS } from "./kinds";

interface KindFilterProps {
  counts: ReviewQueue["counts"];
  filter: QueueFilter;
}

/** Kinds stand in the address, so that each is a link. */
export function KindFilter({ counts, filter }: KindFilterProps) {
  const total = REVIEW_KINDS.reduce((sum, each) => sum + counts[each], 0);
  return (
    <nav aria-label={phrase("queue.kinds")} className={styles.kinds}>
      <Kind
        count={total}
        filter={changed(filter, { kind: undefined })}
        isChosen={filter.kind === undefined}
        name="queue.all"
      />
      {REVIEW_KINDS.map((kind) => (
        <Kind
          count={counts[kind]}
          filter={changed(filter, { kind })}
          isChosen={filter.kind === kind}
          key={kind}
          name={KINDS[kind].plural}
        />
      ))}
    </nav>
  );
}

interface KindProps {
  name: PhraseName;
  count: number;
  isChosen: boolean;
  filter: QueueFilter;
}

function Kind({ name, count, isChosen, filter }: KindProps) {
  return (
    <ScreenLink
      className={styles.kind}
      current={isChosen ? "true" : undefined}
      replace
      to={reviewQueueAddress(filter)}
    >
      {phrase(name)} <span className={styles.count}>{formatNumber(count)}</span>
    </ScreenLink>
  );
}
