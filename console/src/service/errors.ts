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
