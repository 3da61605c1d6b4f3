import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { Skeleton } from "../../design/Skeleton";
import { candidateInterviewAddress } from "../../addresses";
import { counted, phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import { completedOfInterviewOptions } from "../../service/interviews";
import type { PreviewedInterview, ScorecardPreview } from "../../service/records";
import { applyPreviewOptions, previewOptions, startPreviewOptions } from "../../service/scorecards";
import styles from "./Editor.module.css";

export interface PreviewProps {
  interviewId: string;
  onClose: () => void;
}

/** What the stored scorecard makes of answers that were scored by an earlier one, before it counts for them. */
export default function Preview({ interviewId, onClose }: PreviewProps) {
  const starting = useMutation(startPreviewOptions(interviewId));
  const { mutate: start } = starting;
  useEffect(() => start(), [start]);
  return (
    <Dialog isOpen onClose={onClose} title={phrase("interview.preview.open")}>
      {starting.isError && <Failure error={starting.error} onRetry={() => start()} />}
      {starting.data === undefined ? (
        !starting.isError && <Skeleton lines={5} />
      ) : (
        <Previewed first={starting.data} />
      )}
    </Dialog>
  );
}

function Previewed({ first }: { first: ScorecardPreview }) {
  const queries = useQueryClient();
  const reading = useQuery({ ...previewOptions(first.id), initialData: first });
  const applying = useMutation(applyPreviewOptions(first.id, queries));
  const preview = reading.data;
  const moved = preview.candidateInterviews.filter(isMoved);
  const gates = moved.filter(({ gate }) => gate !== null && !gate.isDecided && gate.from !== gate.to).length;
  const isAtWork = preview.status === "running" || preview.status === "applying";
  if (preview.status === "failed") return <p role="alert">{phrase("interview.preview.failed")}</p>;
  return (
    <>
      <p role="status">{isAtWork ? phrase("interview.preview.running") : summaryOf(preview, moved)}</p>
      {!isAtWork && gates > 0 && <p>{counted("interview.preview.gates", gates)}</p>}
      {moved.length > 0 && <Moves interviewId={preview.interviewId} moved={moved} />}
      {applying.isError && <Failure error={applying.error} />}
      {applying.isSuccess && !isAtWork && <p role="status">{phrase("interview.preview.applied")}</p>}
      {preview.status === "complete" && moved.some(({ state }) => state === "previewed") && (
        <Button
          isPending={applying.isPending}
          look="primary"
          onPress={() => applying.mutate(moved.map(({ candidateInterviewId }) => candidateInterviewId))}
        >
          {counted("interview.preview.apply", moved.length)}
        </Button>
      )}
    </>
  );
}

function isMoved({ score, state }: PreviewedInterview): boolean {
  return state !== "skipped" && score !== null && score.from !== score.to;
}

function summaryOf({ total }: ScorecardPreview, moved: readonly PreviewedInterview[]): string {
  if (total === 0) return phrase("interview.preview.none");
  if (moved.length === 0) return phrase("interview.preview.same");
  return counted("interview.preview.changes", moved.length, { total: total });
}

/** Each score before and after, leading to its candidate where that is known. */
function Moves({ interviewId, moved }: { interviewId: string; moved: readonly PreviewedInterview[] }) {
  const completed = useQuery(completedOfInterviewOptions(interviewId));
  const candidates = new Map((completed.data ?? []).map(({ id, candidateId }) => [id, candidateId]));
  return (
    <ul aria-label={phrase("interview.preview.table")} className={styles.moves}>
      {moved.map(({ candidateInterviewId, score }) => {
        const words = phrase("interview.preview.move", { from: shown(score?.from), to: shown(score?.to) });
        const candidateId = candidates.get(candidateInterviewId);
        return (
          <li key={candidateInterviewId}>
            {candidateId === undefined ? (
              words
            ) : (
              <a
                href={candidateInterviewAddress(candidateId, candidateInterviewId)}
                rel="noreferrer"
                target="_blank"
              >
                {words}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function shown(score: number | null | undefined): string {
  return score === null || score === undefined ? phrase("score.none.short") : formatNumber(score);
}
