import { ApiError } from "talent-screening";

/** Which members of what was sent the service refused, and why: `steps[0].artifactId`. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map();
  const details: unknown[] = Array.isArray(error.details) ? error.details : [error.details];
  return new Map(details.flatMap((detail) => faultOf(detail, error)));
}

/** A refused member has its reason beside it; of what is absent the whole message tells. */
function faultOf(detail: unknown, error: ApiError): [string, string][] {
  if (typeof detail !== "object" || detail === null) return [];
  const { field, reason } = detail as Readonly<Record<string, unknown>>;
  if (typeof field !== "string" || field === "") return [];
  return [[field, typeof reason === "string" ? reason : sentenceOf(error)]];
}

/** The client's message begins with the status and the code and ends with the request's id. */
function sentenceOf({ message }: ApiError): string {
  return message.replace(/^\d+ \w*: /, "").replace(/ \(request [^)]*\)$/, "");
}
