import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { reviewQueueAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { DecisionIcon } from "../../design/icons";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { counted, phrase } from "../../language/catalogue";
import type { ReviewQueue as Queue } from "../../service/records";
import { type QueueFilter, reviewQueueOptions } from "../../service/review-queue";
import { filterOf } from "./filter";
import { KindFilter } from "./KindFilter";
import { QueueFilters } from "./QueueFilters";
import { QueueList } from "./QueueList";
import styles from "./ReviewQueue.module.css";

const NOTHING: Queue["counts"] = { request: 0, gate: 0, decision: 0, meeting: 0, approval: 0, invite: 0 };

/** What waits for the team. Whoever comes here has the first item under the fingers. */
export default function ReviewQueue() {
  const filter = filterOf(useSearch());
  const [, navigate] = useLocation();
  const queue = useInfiniteQuery(reviewQueueOptions(filter));
  const items = queue.data?.pages.flatMap((page) => page.items) ?? [];
  const counts = queue.data?.pages[0]?.counts;
  const heading = useRef<HTMLHeadingElement>(null);
  const [focusedAtArrival] = useState(() => document.activeElement);
  const isEmpty = queue.isSuccess && items.length === 0;
  useEffect(() => {
    if (isEmpty && document.activeElement === focusedAtArrival) heading.current?.focus();
  }, [isEmpty, focusedAtArrival]);

  const changeFilter = (next: QueueFilter) => navigate(reviewQueueAddress(next), { replace: true });
  return (
    <>
      <ScreenHeading
        actions={<QueueFilters filter={filter} onChange={changeFilter} />}
        below={
          <p className={styles.summary}>
            {counts === undefined ? "" : counted("queue.waiting", sum(counts))}
          </p>
        }
        ref={heading}
        takesFocus={false}
        title={phrase("queue.heading")}
      />
      <KindFilter counts={counts ?? NOTHING} filter={filter} />
      {queue.isError && <Failure error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.isPending && <Waiting />}
      {isEmpty && <Empty isFiltered={Object.keys(filter).length > 0} onClear={() => changeFilter({})} />}
      {items.length > 0 && (
        <QueueList
          counts={counts ?? NOTHING}
          filter={filter}
          focusedAtArrival={focusedAtArrival}
          items={items}
        />
      )}
      {queue.hasNextPage && (
        <Button
          className={styles.more}
          isPending={queue.isFetchingNextPage}
          onPress={() => void queue.fetchNextPage()}
        >
          {phrase("list.more")}
        </Button>
      )}
    </>
  );
}

function Waiting() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={8} />
    </Card>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        advice={phrase(isFiltered ? "queue.empty.filtered.advice" : "queue.empty.advice")}
        icon={DecisionIcon}
        title={phrase(isFiltered ? "queue.empty.filtered" : "queue.empty")}
      >
        {isFiltered && <Button onPress={onClear}>{phrase("queue.clear")}</Button>}
      </EmptyState>
    </Card>
  );
}

function sum(counts: Queue["counts"]): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
