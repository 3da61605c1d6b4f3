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

/** Which members of what was sent the service refused, and why, by their names: `topics[0].weight`. */
export type RefusedMembers = ReadonlyMap<string, string>;

export function refusedMembers(error: unknown): RefusedMembers {
  if (!(error instanceof ApiError)) return new Map();
  const details: unknown[] = Array.isArray(error.details) ? error.details : [error.details];
  return new Map(details.flatMap((detail) => refusalOf(detail, error)));
}

/** A refused member has its reason beside it; of what is absent the whole message tells. */
function refusalOf(detail: unknown, error: ApiError): [string, string][] {
  if (typeof detail !== "object" || detail === null) return [];
  const { field, reason } = detail as Readonly<Record<string, unknown>>;
  if (typeof field !== "string" || field === "") return [];
  return [[field, typeof reason === "string" ? reason : reasonOf(error)]];
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
