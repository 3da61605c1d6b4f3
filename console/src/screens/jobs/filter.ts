import { isJobStatus, isJobType } from "../../design/JobStatus";
import type { JobFilter } from "../../service/jobs";

type TextName = "department" | "location" | "search";

/** The filter that an address asks for. What it names wrongly filters nothing. */
export function filterOf(search: string): JobFilter {
  const query = new URLSearchParams(search);
  const status = query.get("status") ?? "";
  const type = query.get("type") ?? "";
  return {
    ...(isJobStatus(status) ? { status } : {}),
    ...(isJobType(type) ? { type } : {}),
    ...textOf(query, "department"),
    ...textOf(query, "location"),
    ...textOf(query, "search"),
  };
}

function textOf(query: URLSearchParams, name: TextName): Pick<JobFilter, TextName> {
  const text = query.get(name) ?? "";
  return text === "" ? {} : { [name]: text };
}

type Change = { [Name in keyof JobFilter]: JobFilter[Name] | undefined };

/** A filter with a change, without the members that choose nothing. */
export function changed(filter: JobFilter, change: Change): JobFilter {
  const members = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}
