import { lazy, Suspense } from "react";
import type { KeyDialogProps } from "./KeyDialog";

const KeyDialog = lazy(() => import("./KeyDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyKeyDialog(properties: KeyDialogProps) {
  return (
    <Suspense>
      <KeyDialog {...properties} />
    </Suspense>
  );
}
