import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { InviteDialogProps } from "./InviteDialog";

const InviteDialog = lazy(() => import("./InviteDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyInviteDialog(properties: InviteDialogProps) {
  if (!properties.isOpen) return null;
  return (
    <Loaded onClose={properties.onClose}>
      <InviteDialog {...properties} />
    </Loaded>
  );
}
