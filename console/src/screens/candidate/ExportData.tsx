import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import { exportCandidateOptions, exportOptions } from "../../service/candidates";
import styles from "./ExportData.module.css";

/** Everything that is stored of the candidate, as a file. */
export function ExportData({ candidateId }: { candidateId: string }) {
  const queries = useQueryClient();
  const asking = useMutation(exportCandidateOptions(candidateId, queries));
  const id = asking.data?.id;
  const made = useQuery({ ...exportOptions(id ?? ""), enabled: id !== undefined });
  const status = made.data?.status;
  const announce = useAnnounce();
  useEffect(() => {
    if (status === "complete") announce(phrase("candidate.export.ready"));
  }, [status, announce]);
  if (status === "complete" && made.data?.url) {
    return <a href={made.data.url}>{phrase("candidate.export.link")}</a>;
  }
  const isRunning = asking.isPending || status === "running";
  return (
    <div className={styles.export}>
      <Button isPending={isRunning} look="quiet" onPress={() => asking.mutate()}>
        {phrase(isRunning ? "candidate.export.running" : "candidate.export")}
      </Button>
      {asking.isError && <Failure error={asking.error} />}
      {status === "failed" && <p role="alert">{phrase("candidate.export.failed")}</p>}
    </div>
  );
}
