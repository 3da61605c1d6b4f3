import { lazy, Suspense } from "react";
import type { DecideDialogProps } from "./DecideDialog";

const DecideDialog = lazy(() => import("./DecideDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyDecideDialog(properties: DecideDialogProps) {
  return (
    <Suspense>
      <DecideDialog {...properties} />
    </Suspense>
  );
}
