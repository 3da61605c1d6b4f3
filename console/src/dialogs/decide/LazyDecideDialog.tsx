import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { DecideDialogProps } from "./DecideDialog";

const DecideDialog = lazy(() => import("./DecideDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyDecideDialog(properties: DecideDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <DecideDialog {...properties} />
    </Loaded>
  );
}
