import { type QueueFilter, REVIEW_KINDS, WAITING_FOR } from "../../service/review-queue";

/** The filter that an address asks for. What it names wrongly filters nothing. */
export function filterOf(search: string): QueueFilter {
  const query = new URLSearchParams(search);
  const kind = REVIEW_KINDS.find((each) => each === query.get("kind"));
  const waitingFor = WAITING_FOR.find((each) => each === query.get("waitingFor"));
  const jobId = query.get("jobId");
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(waitingFor === undefined ? {} : { waitingFor }),
    ...(jobId === null ? {} : { jobId }),
  };
}

type Change = { [Name in keyof QueueFilter]: QueueFilter[Name] | undefined };

/** A filter with a change, without the members that choose nothing. */
export function changed(filter: QueueFilter, change: Change): QueueFilter {
  const members = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}
