/** What is done with the rows of a list. */

import type { CreateCandidateImport } from "../../service/records";

type Duplicates = NonNullable<CreateCandidateImport["onDuplicate"]>;

export interface Plan {
  /** What the candidates are invited to, `interview:…` or `job:…`; empty for nothing. */
  target: string;
  channels: "email" | "sms" | "both";
  /** Null for as long as the organization usually gives. */
  expiryDays: number | null;
  duplicates: Duplicates;
}

export const NOBODY: Plan = { target: "", channels: "email", expiryDays: null, duplicates: "skip" };

const MOST_DAYS = 365;

export function isDaysWrong({ expiryDays }: Plan): boolean {
  return expiryDays !== null && !(Number.isInteger(expiryDays) && expiryDays >= 1 && expiryDays <= MOST_DAYS);
}

/** The plan as the service takes it. */
export function requestOf({ target, channels, expiryDays, duplicates }: Plan) {
  const [kind, id = ""] = target.split(":");
  const invite: CreateCandidateImport["invite"] =
    kind === "job"
      ? { jobId: id }
      : { interviewId: id, deliveryTypes: channels === "both" ? ["email", "sms"] : [channels], expiryDays };
  return { onDuplicate: duplicates, ...(target === "" ? {} : { invite }) };
}
