import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { counted, phrase } from "../../language/catalogue";
import { importOptions, startImport } from "../../service/candidate-imports";
import type { CandidateImport } from "../../service/records";
import type { Meaning } from "./columns";
import { FaultsButton } from "./FaultsButton";
import styles from "./Imports.module.css";
import { keepList } from "./kept-lists";
import { Outcome } from "./Outcome";
import { isDaysWrong, type Plan, requestOf } from "./plan";
import { bytesOf, type List } from "./read-list";
import { Rows } from "./Rows";

interface StartImportProps {
  list: List;
  meanings: readonly Meaning[];
  plan: Plan;
  /** Whether the file can be read as it is. */
  isReadable: boolean;
  onStarted: (importId: string) => void;
}

/** Checks the list first, and imports it once the person has seen what would happen. */
export function StartImport({ list, meanings, plan, isReadable, onStarted }: StartImportProps) {
  const checking = useStart(list, meanings, plan);
  const importing = useStart(list, meanings, plan);
  const checked = useQuery({
    ...importOptions(checking.data?.id ?? ""),
    enabled: checking.data !== undefined,
  });
  const made = checking.data === undefined ? undefined : checked.data;
  const isChecked = made?.status === "complete";
  useAnnouncedEnd(made);
  if (!isReadable || isDaysWrong(plan)) return null;
  const start = () => importing.mutate(false, { onSuccess: ({ id }) => onStarted(id) });
  const ready = isChecked ? made.counts.created + made.counts.updated + made.counts.skipped : 0;
  return (
    <Card title={phrase("imports.start.title")}>
      {!isChecked && <p className={styles.soft}>{phrase("imports.start.words")}</p>}
      {made !== undefined && <Checked made={made} />}
      {checking.isError && <Failure error={checking.error} />}
      {importing.isError && <Failure error={importing.error} />}
      <div className={styles.buttons}>
        {/* One button, which keeps the focus from the check to the import. */}
        {(!isChecked || ready > 0) && (
          <Button
            isPending={checking.isPending || made?.status === "running" || importing.isPending}
            look="primary"
            onPress={isChecked ? start : () => checking.mutate(true)}
          >
            {isChecked ? counted("imports.start.import", ready) : phrase("imports.start.check")}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** What would become of the rows. */
function Checked({ made }: { made: CandidateImport }) {
  const isEnded = made.status === "complete";
  const isNothing = made.counts.failed === made.total;
  return (
    <>
      {made.error !== null && (
        <p className={styles.failed} role="alert">
          {phrase("imports.failed", { reason: made.error })}
        </p>
      )}
      {isEnded && <p>{phrase(isNothing ? "imports.checked.nothing" : "imports.checked")}</p>}
      {made.error === null && <Outcome made={made} />}
      {isEnded && made.counts.failed > 0 && (
        <>
          <div className={styles.buttons}>
            <FaultsButton made={made} />
          </div>
          <Rows made={made} />
        </>
      )}
    </>
  );
}

function useStart(list: List, meanings: readonly Meaning[], plan: Plan) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (dryRun: boolean) => {
      const bytes = bytesOf(list, meanings);
      const contentType = list.columns === null ? "application/x-ndjson" : "text/csv";
      const started = await startImport({ ...requestOf(plan), dryRun, bytes, contentType }, queries);
      keepList(started.id, { list, meanings });
      return started;
    },
  });
}

function useAnnouncedEnd(made: CandidateImport | undefined): void {
  const announce = useAnnounce();
  const status = made?.status;
  useEffect(() => {
    if (status === "complete") announce(phrase("imports.checked"));
  }, [status, announce]);
}
