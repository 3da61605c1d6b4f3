import type { JobStatus } from "../../service/records";

/** To which statuses a person may take a job from each. `approved` has a button of its own. */
export const TRANSITIONS: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  draft: ["pending_approval", "active", "cancelled"],
  pending_approval: ["draft", "cancelled"],
  approved: ["active", "open", "on_hold", "cancelled"],
  active: ["open", "paused", "on_hold", "closed", "filled", "cancelled"],
  open: ["active", "paused", "on_hold", "closed", "filled", "cancelled"],
  paused: ["active", "open", "closed", "cancelled"],
  on_hold: ["active", "open", "closed", "cancelled"],
  closed: ["open", "archived"],
  filled: ["open", "archived"],
  cancelled: ["draft", "archived"],
  archived: [],
};

/** Those that end a job, and so the way of everybody who is in it. */
export const ENDS: ReadonlySet<JobStatus> = new Set(["closed", "filled", "cancelled", "archived"]);
