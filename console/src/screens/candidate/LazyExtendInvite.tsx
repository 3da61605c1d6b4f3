import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { ExtendInviteProps } from "./ExtendInvite";

const ExtendInvite = lazy(() => import("./ExtendInvite"));

/** The dialog, whose code is read when it is opened. */
export function LazyExtendInvite(properties: ExtendInviteProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <ExtendInvite {...properties} />
    </Loaded>
  );
}
