import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { CandidateDialogProps } from "./CandidateDialog";

const CandidateDialog = lazy(() => import("./CandidateDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyCandidateDialog(properties: CandidateDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <CandidateDialog {...properties} />
    </Loaded>
  );
}
