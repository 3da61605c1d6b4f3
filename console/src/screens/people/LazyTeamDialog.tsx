import { lazy, Suspense } from "react";
import type { TeamDialogProps } from "./TeamDialog";

const TeamDialog = lazy(() => import("./TeamDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyTeamDialog(properties: TeamDialogProps) {
  return (
    <Suspense>
      <TeamDialog {...properties} />
    </Suspense>
  );
}
