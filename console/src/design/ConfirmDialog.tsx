import { lazy } from "react";
import { Loaded } from "./Loaded";
import type { ConfirmDialogProps } from "./ConfirmDialogContent";

const ConfirmDialogContent = lazy(() => import("./ConfirmDialogContent"));

/** Asks once more before what cannot be undone, or reaches people. Its code is read when it opens. */
export function ConfirmDialog({ isOpen, ...rest }: ConfirmDialogProps & { isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Loaded onClose={rest.onClose}>
      <ConfirmDialogContent {...rest} />
    </Loaded>
  );
}
