import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { TeamDialogProps } from "./TeamDialog";

const TeamDialog = lazy(() => import("./TeamDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyTeamDialog(properties: TeamDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <TeamDialog {...properties} />
    </Loaded>
  );
}
