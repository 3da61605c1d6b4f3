import { lazy, Suspense } from "react";
import type { ExtendInviteProps } from "./ExtendInvite";

const ExtendInvite = lazy(() => import("./ExtendInvite"));

/** The dialog, whose code is read when it is opened. */
export function LazyExtendInvite(properties: ExtendInviteProps) {
  return (
    <Suspense>
      <ExtendInvite {...properties} />
    </Suspense>
  );
}
