import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { ApplyDialogProps } from "./ApplyDialog";

const ApplyDialog = lazy(() => import("./ApplyDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyApplyDialog({ isOpen, ...rest }: ApplyDialogProps & { isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Loaded onClose={rest.onClose}>
      <ApplyDialog {...rest} />
    </Loaded>
  );
}
