import { lazy, Suspense } from "react";
import type { InviteDialogProps } from "./InviteDialog";

const InviteDialog = lazy(() => import("./InviteDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyInviteDialog(properties: InviteDialogProps) {
  if (!properties.isOpen) return null;
  return (
    <Suspense>
      <InviteDialog {...properties} />
    </Suspense>
  );
}
