import { ADDRESSES } from "../../addresses";
import { WorkflowsIcon } from "../../design/icons";
import type { NavigationEntry } from "../../design/shell/navigation";

/** What the screens that change workflows are for; those that show them are for everybody. */
export const WORKFLOWS_ENTRY: NavigationEntry = {
  to: ADDRESSES.workflows,
  title: "screen.workflows",
  icon: WorkflowsIcon,
  action: "manageWorkflows",
};
