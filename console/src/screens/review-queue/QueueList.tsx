import { useRef } from "react";
import { Card } from "../../design/Card";
import { useBlindness } from "../../design/blindness";
import { useShortcut } from "../../design/shortcuts/registry";
import { phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { ReviewItem, ReviewKind, ReviewQueue } from "../../service/records";
import type { QueueFilter } from "../../service/review-queue";
import { KINDS } from "./kinds";
import { useListFocus } from "./list-focus";
import { QueueItem } from "./QueueItem";
import styles from "./QueueList.module.css";

interface QueueListProps {
  items: readonly ReviewItem[];
  filter: QueueFilter;
  /** How many there are of each kind, with those that are not read yet. */
  counts: ReviewQueue["counts"];
  /** What had the focus when the screen was opened. */
  focusedAtArrival: Element | null;
}

/** The items under the headings of their kinds. The arrow keys, j and k go from one to the next. */
export function QueueList({ items, counts, filter, focusedAtArrival }: QueueListProps) {
  const [isBlind] = useBlindness();
  const list = useRef<HTMLDivElement>(null);
  const { move, handlers } = useListFocus(list, focusedAtArrival);
  useShortcut({ keys: "j", label: phrase("queue.shortcut.next"), run: () => move(1) });
  useShortcut({ keys: "k", label: phrase("queue.shortcut.previous"), run: () => move(-1) });
  useShortcut({ keys: "Enter", label: phrase("queue.shortcut.open") });
  return (
    <div {...handlers} className={styles.groups} ref={list}>
      {grouped(items).map(([kind, group]) => (
        <Card className={styles.group} key={kind}>
          <h2 className={styles.kind}>
            {phrase(KINDS[kind].plural)} <span className={styles.count}>{formatNumber(counts[kind])}</span>
          </h2>
          <ul>
            {group.map((item) => (
              <li className={styles.row} key={keyOf(item)}>
                <QueueItem filter={filter} isBlind={isBlind} item={item} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function grouped(items: readonly ReviewItem[]): [ReviewKind, ReviewItem[]][] {
  const groups = new Map<ReviewKind, ReviewItem[]>();
  for (const item of items) groups.set(item.kind, [...(groups.get(item.kind) ?? []), item]);
  return [...groups];
}

function keyOf(item: ReviewItem): string {
  return [item.kind, item.candidateInterviewId ?? item.candidateId, item.jobId, item.since].join(" ");
}
