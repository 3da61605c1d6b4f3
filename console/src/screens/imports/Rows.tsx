import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { candidateAddress } from "../../addresses";
import { Failure } from "../../design/Failure";
import { LazySelect } from "../../design/LazySelect";
import { MoreButton } from "../../design/MoreButton";
import { ScreenLink } from "../../design/ScreenLink";
import { type Column, Table } from "../../design/Table";
import { phrase, type PhraseName } from "../../language/catalogue";
import { importRowsOptions } from "../../service/candidate-imports";
import type { CandidateImport, ImportRow, ImportRowStatus } from "../../service/records";
import { faultWords } from "./faults";
import styles from "./Imports.module.css";
import { RowStatus } from "./ImportStatus";
import { nameOfRow } from "./kept-lists";

type Wanted = ImportRowStatus | "all";

const WANTED: readonly (readonly [Wanted, PhraseName])[] = [
  ["all", "queue.all"],
  ["created", "imports.rows.created"],
  ["updated", "imports.rows.updated"],
  ["skipped", "imports.rows.skipped"],
  ["failed", "imports.rows.failed"],
];

/** What became of each row; those that failed stand first, where there are such. */
export function Rows({ made }: { made: CandidateImport }) {
  const [chosen, setChosen] = useState<Wanted | null>(null);
  const wanted = chosen ?? (made.counts.failed > 0 ? "failed" : "all");
  const rows = useInfiniteQuery(
    importRowsOptions(made.id, wanted === "all" ? null : wanted, made.status === "running"),
  );
  const shown = rows.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <LazySelect
        choices={WANTED.map(([id, name]) => ({ id, name: phrase(name) }))}
        label={phrase("imports.rows.which")}
        onChange={(id) => setChosen(WANTED.find(([each]) => each === id)?.[0] ?? "all")}
        value={wanted}
      />
      {rows.isError && <Failure error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.isSuccess && shown.length === 0 && <p className={styles.soft}>{phrase("imports.rows.none")}</p>}
      {(rows.isPending || shown.length > 0) && (
        <Table
          columns={columnsOf(made.id)}
          footer={rows.hasNextPage ? <MoreButton pages={rows} /> : null}
          isPending={rows.isPending}
          keyOf={({ row }) => String(row)}
          label={phrase("imports.rows.title")}
          rows={shown}
        />
      )}
    </>
  );
}

function columnsOf(importId: string): Column<ImportRow>[] {
  return [
    {
      id: "row",
      title: phrase("imports.row"),
      isRowHeader: true,
      cell: ({ row, candidateId }) => (
        <Who candidateId={candidateId} name={nameOfRow(importId, row)} row={row} />
      ),
    },
    {
      id: "status",
      title: phrase("imports.outcome"),
      cell: ({ status }) => <RowStatus status={status} />,
    },
    {
      id: "problems",
      title: phrase("imports.problems"),
      cell: ({ errors }) =>
        errors.length === 0 ? null : (
          <ul className={styles.faults}>
            {errors.map((fault) => (
              <li key={`${fault.field} ${fault.reason}`}>{faultWords(fault)}</li>
            ))}
          </ul>
        ),
    },
  ];
}

interface WhoProps {
  row: number;
  name: string;
  candidateId: string | null;
}

function Who({ row, name, candidateId }: WhoProps) {
  const number = phrase("imports.row.number", { row: row });
  const words = name === "" ? number : phrase("imports.row.name", { row: row, name });
  if (candidateId === null) return <bdi>{words}</bdi>;
  return (
    <ScreenLink className={styles.link} to={candidateAddress(candidateId)}>
      <bdi>{words}</bdi>
    </ScreenLink>
  );
}
