import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import { useSearch } from "wouter";
import { ADDRESSES, compareAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { downloadCsv } from "../../design/download";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { CandidatesIcon } from "../../design/icons";
import { LinkList } from "../../design/LinkList";
import { PrintButton } from "../../design/PrintButton";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { counted, phrase } from "../../language/catalogue";
import {
  type Compared as Person,
  type Comparison,
  comparisonOptions,
  measuredOptions,
  type Medians,
  MOST_COMPARED,
} from "../../service/comparison";
import styles from "./Compare.module.css";
import { comparisonRows } from "./comparison-rows";
import { ComparisonTable } from "./ComparisonTable";
import { idsOf, orderOf } from "./query";
import { type Order, ordered, ORDERS, rowsOf, type Side, type TopicRow } from "./rows";
import { useSides } from "./use-sides";

const AgainstMedian = lazy(() => import("./AgainstMedian"));

const ORDER_NAMES = { difference: "compare.order.difference", weight: "compare.order.weight" } as const;

/** Up to six candidates beside each other, topic by topic. */
export default function Compare() {
  const query = new URLSearchParams(useSearch());
  const { ids, isCut } = idsOf(query);
  const comparison = useQuery(comparisonOptions(ids));
  const { data } = comparison;
  const isEmpty = ids.length === 0 || data?.people.length === 0;
  const order = orderOf(query);
  const sides = useSides(data?.people ?? []);
  const basis = useMeasured(data?.people ?? []);
  const rows = ordered(rowsOf(sides, data?.topics ?? [], basis), order);
  const save = () => downloadCsv(phrase("compare.heading"), comparisonRows(sides, rows));
  return (
    <>
      <ScreenHeading
        actions={
          sides.length > 0 && (
            <>
              <Button onPress={save}>{phrase("export.csv")}</Button>
              <PrintButton />
            </>
          )
        }
        title={phrase("compare.heading")}
      />
      {isCut && <p role="status">{phrase("compare.cut", { most: MOST_COMPARED })}</p>}
      {comparison.isError && <Failure error={comparison.error} onRetry={() => void comparison.refetch()} />}
      {isEmpty ? <Nobody /> : comparison.isPending && <Waiting />}
      {data !== undefined && data.people.length > 0 && (
        <Compared basis={basis} comparison={data} ids={ids} order={order} rows={rows} sides={sides} />
      )}
    </>
  );
}

interface ComparedProps {
  comparison: Comparison;
  ids: readonly string[];
  order: Order;
  sides: readonly Side[];
  rows: readonly TopicRow[];
  basis: Medians | undefined;
}

function Compared({ comparison, ids, order, sides, rows, basis }: ComparedProps) {
  const { missing } = comparison;
  const orders = ORDERS.map((each) => ({
    name: phrase(ORDER_NAMES[each]),
    to: compareAddress(ids, each),
    isChosen: each === order,
  }));
  return (
    <>
      {missing.length > 0 && <p role="status">{counted("compare.missing", missing.length)}</p>}
      {isMixed(comparison.people) && <p className={styles.quiet}>{phrase("compare.mixed")}</p>}
      {rows.length > 1 && <LinkList choices={orders} label={phrase("compare.order")} />}
      <ComparisonTable medians={basis} rows={rows} sides={sides} />
      {basis !== undefined && sides.every(({ isHidden }) => !isHidden) && (
        <Loaded fallback={<Waiting />}>
          <AgainstMedian basis={basis} rows={rows} sides={sides} />
        </Loaded>
      )}
    </>
  );
}

/** What others reached in the same interview, for the same job where all have one. */
function useMeasured(people: readonly Person[]) {
  const [first] = people;
  const jobIds = new Set(people.map(({ interview }) => interview.jobId));
  const jobId = jobIds.size === 1 ? (first?.interview.jobId ?? null) : null;
  const isOne = first !== undefined && !isMixed(people);
  return useQuery({ ...measuredOptions(first?.interview.interviewId ?? "", jobId), enabled: isOne }).data;
}

function isMixed(people: readonly Person[]): boolean {
  return new Set(people.map(({ interview }) => interview.interviewId)).size > 1;
}

function Waiting() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={10} />
    </Card>
  );
}

function Nobody() {
  return (
    <Card>
      <EmptyState
        advice={phrase("compare.nobody.advice", { most: MOST_COMPARED })}
        icon={CandidatesIcon}
        title={phrase("compare.nobody")}
      >
        <ScreenLink to={ADDRESSES.jobs}>{phrase("compare.nobody.link")}</ScreenLink>
      </EmptyState>
    </Card>
  );
}
