/** What went wrong, in words that say what to do. */

import { ApiError } from "talent-screening";
import { phrase, type PhraseName } from "../language/catalogue";

interface FailureWords {
  title: string;
  advice: string;
}

const WORDS: Readonly<Record<number, readonly [PhraseName, PhraseName]>> = {
  403: ["failure.forbidden", "failure.forbidden.advice"],
  404: ["failure.notFound", "failure.notFound.advice"],
  412: ["failure.changed", "failure.changed.advice"],
  429: ["failure.busy", "failure.busy.advice"],
};
const REFUSED = new Set([400, 409, 422]);

/** The words for an error. Where the service refused what was asked, its own reason is the advice. */
export function failureWords(error: unknown): FailureWords {
  if (!(error instanceof ApiError)) return said("failure.offline", "failure.offline.advice");
  if (REFUSED.has(error.status)) return { title: phrase("failure.refused"), advice: reasonOf(error) };
  const known = WORDS[error.status];
  return known === undefined ? said("failure.service", "failure.service.advice") : said(...known);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the present state of the record does not allow what was asked. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Whether somebody else has changed the record since it was read. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The names of the members that the service refused: `email`, `topics[0].weight`. */
export function refusedMembers(error: unknown): ReadonlySet<string> {
  const details = error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
  const names = details.map((each: unknown) =>
    typeof each === "object" && each !== null && "field" in each ? String(each.field) : "",
  );
  return new Set(names);
}

/** Whether asking again may help: the service could not be reached or failed. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

function said(title: PhraseName, advice: PhraseName): FailureWords {
  return { title: phrase(title), advice: phrase(advice) };
}

/** The client's message begins with the status and the code and ends with the request's id. */
function reasonOf(error: ApiError): string {
  return error.message.replace(/^\d+ \w*: /, "").replace(/ \(request [^)]*\)$/, "");
}
