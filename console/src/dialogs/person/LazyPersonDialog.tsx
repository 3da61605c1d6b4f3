import { lazy, Suspense } from "react";
import type { PersonDialogProps } from "./PersonDialog";

const PersonDialog = lazy(() => import("./PersonDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyPersonDialog(properties: PersonDialogProps) {
  return (
    <Suspense>
      <PersonDialog {...properties} />
    </Suspense>
  );
}
