import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "wouter";
import { ADDRESSES, NEW_IMPORT_ADDRESS } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatDateTime } from "../../language/format";
import { cancelImportOptions, importOptions, invalidateImported } from "../../service/candidate-imports";
import type { CandidateImport } from "../../service/records";
import { FaultsButton } from "./FaultsButton";
import styles from "./Imports.module.css";
import { ImportStatus } from "./ImportStatus";
import { Outcome } from "./Outcome";
import { Rows } from "./Rows";

/** One import: how far it is, and what became of its rows. */
export default function OneImport() {
  const { importId } = useParams<{ importId: string }>();
  const found = useQuery(importOptions(importId));
  useEnd(found.data);
  const made = found.data;
  const title = made === undefined ? phrase("imports.one.loading") : titleOf(made);
  return (
    <>
      <ScreenHeading
        actions={made !== undefined && <Cancel made={made} />}
        below={made !== undefined && <State made={made} />}
        title={title}
      />
      <p>
        <ScreenLink to={ADDRESSES.imports}>{phrase("imports.all")}</ScreenLink>
      </p>
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {made !== undefined && <Content made={made} />}
    </>
  );
}

function Content({ made }: { made: CandidateImport }) {
  const { status, error, dryRun } = made;
  if (status === "awaiting_file") return <Notice words={phrase("imports.awaiting.words")} />;
  return (
    <>
      {dryRun && status === "complete" && <Notice words={phrase("imports.check.words")} />}
      {error !== null && (
        <p className={styles.failed} role="alert">
          {phrase("imports.failed", { reason: error })}
        </p>
      )}
      <Card title={phrase("imports.outcome")}>
        <Outcome made={made} />
      </Card>
      {error === null && (
        <Card actions={<FaultsButton made={made} />} title={phrase("imports.rows.title")}>
          <Rows made={made} />
        </Card>
      )}
    </>
  );
}

function Notice({ words }: { words: string }) {
  return (
    <Card>
      <p>{words}</p>
      <p>
        <ScreenLink to={NEW_IMPORT_ADDRESS}>{phrase("imports.new")}</ScreenLink>
      </p>
    </Card>
  );
}

function State({ made: { status, dryRun, completedAt } }: { made: CandidateImport }) {
  return (
    <p className={styles.states}>
      <ImportStatus status={status} />
      {dryRun && <Status>{phrase("imports.check")}</Status>}
      {completedAt !== null && (
        <span className={styles.soft}>{phrase("imports.ended", { date: formatDateTime(completedAt) })}</span>
      )}
    </p>
  );
}

function Cancel({ made }: { made: CandidateImport }) {
  const announce = useAnnounce();
  const cancelling = useMutation(cancelImportOptions(made.id, useQueryClient()));
  if (made.status !== "running" && made.status !== "awaiting_file") return null;
  const cancel = () =>
    cancelling.mutate(undefined, { onSuccess: () => announce(phrase("imports.cancelled")) });
  return (
    <div className={styles.cancel}>
      <Button isPending={cancelling.isPending} look="danger" onPress={cancel}>
        {phrase("imports.cancel")}
      </Button>
      {cancelling.isError && <Failure error={cancelling.error} />}
    </div>
  );
}

/** Tells the end of an import, and has what it made read again. */
function useEnd(made: CandidateImport | undefined): void {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const status = made?.status;
  const isReal = made?.dryRun === false;
  useEffect(() => {
    if (status !== "complete") return;
    announce(phrase("imports.complete"));
    if (isReal) void invalidateImported(queries);
  }, [status, isReal, queries, announce]);
}

function titleOf({ createdAt, dryRun }: CandidateImport): string {
  const date = formatDateTime(createdAt);
  return phrase(dryRun ? "imports.one.check" : "imports.one", { date });
}
