import { ButtonLink } from "../../design/ButtonLink";
import { useInfiniteQuery } from "@tanstack/react-query";
import { importAddress, NEW_IMPORT_ADDRESS } from "../../addresses";
import { Card } from "../../design/Card";
import { classes } from "../../design/classes";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { ImportsIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatDateTime, formatNumber } from "../../language/format";
import { importsOptions } from "../../service/candidate-imports";
import type { CandidateImport } from "../../service/records";
import styles from "./Imports.module.css";
import { ImportStatus } from "./ImportStatus";

/** The lists of candidates that were imported, newest first. */
export default function Imports() {
  const list = useInfiniteQuery(importsOptions());
  const imports = list.data?.pages.flatMap((page) => page.imports) ?? [];
  return (
    <>
      <ScreenHeading
        actions={<ButtonLink to={NEW_IMPORT_ADDRESS}>{phrase("imports.new")}</ButtonLink>}
        below={<p className={styles.soft}>{phrase("imports.words")}</p>}
        title={phrase("screen.imports")}
      />
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && imports.length === 0 && (
        <Card>
          <EmptyState
            advice={phrase("imports.none.advice")}
            icon={ImportsIcon}
            title={phrase("imports.none")}
          />
        </Card>
      )}
      {(list.isPending || imports.length > 0) && (
        <Table
          columns={columns()}
          footer={list.hasNextPage ? <MoreButton pages={list} /> : null}
          isPending={list.isPending}
          keyOf={({ id }) => id}
          label={phrase("screen.imports")}
          rows={imports}
        />
      )}
    </>
  );
}

function columns(): Column<CandidateImport>[] {
  const count = (name: keyof CandidateImport["counts"], title: string): Column<CandidateImport> => ({
    id: name,
    title,
    align: "end",
    cell: ({ counts }) => formatNumber(counts[name]),
  });
  return [
    {
      id: "when",
      title: phrase("imports.when"),
      isRowHeader: true,
      cell: ({ id, createdAt }) => (
        <ScreenLink className={classes(styles.link, styles.row)} to={importAddress(id)}>
          {formatDateTime(createdAt)}
        </ScreenLink>
      ),
    },
    {
      id: "status",
      title: phrase("progress.status.title"),
      cell: ({ status, dryRun }) => (
        <span className={styles.states}>
          <ImportStatus status={status} />
          {dryRun && <Status>{phrase("imports.check")}</Status>}
        </span>
      ),
    },
    {
      id: "total",
      title: phrase("imports.total"),
      align: "end",
      cell: ({ total }) => (total === null ? null : formatNumber(total)),
    },
    count("created", phrase("imports.rows.created")),
    count("updated", phrase("imports.rows.updated")),
    count("skipped", phrase("imports.rows.skipped")),
    count("failed", phrase("imports.rows.failed")),
    count("invited", phrase("imports.rows.invited")),
  ];
}
