import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { KeyDialogProps } from "./KeyDialog";

const KeyDialog = lazy(() => import("./KeyDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyKeyDialog(properties: KeyDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <KeyDialog {...properties} />
    </Loaded>
  );
}
