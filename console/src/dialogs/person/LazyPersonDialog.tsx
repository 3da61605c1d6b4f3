import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { PersonDialogProps } from "./PersonDialog";

const PersonDialog = lazy(() => import("./PersonDialog"));

/** The dialog, whose code is read when it is opened. */
export function LazyPersonDialog(properties: PersonDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <PersonDialog {...properties} />
    </Loaded>
  );
}
