import { lazy, Suspense } from "react";
import type { CandidateDialogProps } from "./CandidateDialog";

const CandidateDialog = lazy(() => import("./CandidateDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyCandidateDialog(properties: CandidateDialogProps) {
  return (
    <Suspense>
      <CandidateDialog {...properties} />
    </Suspense>
  );
}
