import { useQuery } from "@tanstack/react-query";
import type { PhraseName } from "../../language/catalogue";
import type { Channel, InviteTarget } from "../../service/invites";
import { effectiveWorkflowOptions } from "../../service/job-workflows";
import { jobRecordOptions } from "../../service/jobs";
import type { ChosenTarget } from "./TargetChoice";

export interface DeliveryChoice {
  channel: Channel | "all";
  days: number | null;
}

/** What a choice comes to: a job without a workflow invites to its interview. */
export interface Target {
  /** Null while it is not known, and where nobody can be invited. */
  kind: InviteTarget["kind"] | null;
  id: string;
  /** The interview that the candidate gets first; null where it is none. */
  interviewId: string | null;
  /** How many steps the workflow has; null without one. */
  steps: number | null;
  problem: PhraseName | null;
  isPending: boolean;
}

const LONGEST_DAYS = 365;
const NOTHING = {
  kind: null,
  id: "",
  interviewId: null,
  steps: null,
  problem: null,
  isPending: false,
} as const;

export function useTarget(picked: ChosenTarget | null): Target {
  const jobId = picked?.kind === "job" ? picked.id : "";
  const job = useQuery({ ...jobRecordOptions(jobId), enabled: jobId !== "" });
  const workflow = useQuery({ ...effectiveWorkflowOptions(jobId), enabled: jobId !== "" });
  if (picked === null) return NOTHING;
  if (picked.kind === "interview") {
    return { ...NOTHING, kind: "interview", id: picked.id, interviewId: picked.id };
  }
  if (job.isPending || workflow.isPending) return { ...NOTHING, isPending: true };
  if (job.isError || workflow.isError) return { ...NOTHING, problem: "invite.target.failed" };
  const steps = workflow.data?.template?.steps ?? [];
  const [first] = steps;
  if (first !== undefined) {
    const interviewId = first.stepType === "meeting" ? null : first.artifactId;
    return { ...NOTHING, kind: "job", id: picked.id, interviewId, steps: steps.length };
  }
  const { interviewId } = job.data;
  if (interviewId === null) return { ...NOTHING, problem: "invite.target.nothing" };
  return { ...NOTHING, kind: "interview", id: interviewId, interviewId };
}

/** What the service is asked for; null for a time that it would refuse. */
export function targetOf({ kind, id }: Target, { channel, days }: DeliveryChoice): InviteTarget | null {
  if (kind === "job") return { kind, jobId: id };
  if (!isLength(days)) return null;
  const channels = channel === "all" ? null : [channel];
  return { kind: "interview", interviewId: id, channels, expiryDays: days };
}

/** Whether an invite can be good for so many days. */
export function isLength(days: number | null): boolean {
  return days === null || (Number.isInteger(days) && days >= 1 && days <= LONGEST_DAYS);
}
