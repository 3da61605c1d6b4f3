import { lazy, Suspense } from "react";
import type { ApplyDialogProps } from "./ApplyDialog";

const ApplyDialog = lazy(() => import("./ApplyDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyApplyDialog({ isOpen, ...rest }: ApplyDialogProps & { isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Suspense>
      <ApplyDialog {...rest} />
    </Suspense>
  );
}
