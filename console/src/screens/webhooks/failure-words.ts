/** Why a delivery did not arrive, and what its receiver can do about it. */

import { phrase, type PhraseName } from "../../language/catalogue";

interface DeliveryFault {
  title: string;
  advice: string;
}

type Words = readonly [PhraseName, PhraseName];

/** By the service's names for attempts without a complete answer. */
const ERRORS: Readonly<Record<string, Words>> = {
  invalid_url: ["webhooks.fault.invalidUrl", "webhooks.fault.invalidUrl.advice"],
  name_not_resolved: ["webhooks.fault.name", "webhooks.fault.name.advice"],
  address_refused: ["webhooks.fault.private", "webhooks.fault.private.advice"],
  connection_failed: ["webhooks.fault.connection", "webhooks.fault.connection.advice"],
  tls_failed: ["webhooks.fault.tls", "webhooks.fault.tls.advice"],
  timeout: ["webhooks.fault.timeout", "webhooks.fault.timeout.advice"],
  invalid_answer: ["webhooks.fault.answer", "webhooks.fault.answer.advice"],
  worker_lost: ["webhooks.fault.lost", "webhooks.fault.lost.advice"],
  no_longer_configured: ["webhooks.fault.paused", "webhooks.fault.paused.advice"],
};

const SIGNATURE: Words = ["webhooks.fault.unauthorized", "webhooks.fault.unauthorized.advice"];
const PLACE: Words = ["webhooks.fault.notFound", "webhooks.fault.notFound.advice"];
const GATEWAY: Words = ["webhooks.fault.gateway", "webhooks.fault.gateway.advice"];

const STATUSES: Readonly<Record<number, Words>> = {
  401: SIGNATURE,
  403: SIGNATURE,
  404: PLACE,
  405: PLACE,
  410: PLACE,
  413: ["webhooks.fault.size", "webhooks.fault.size.advice"],
  429: ["webhooks.fault.busy", "webhooks.fault.busy.advice"],
  502: GATEWAY,
  503: GATEWAY,
  504: GATEWAY,
};

/** By the first digit of the status, where nothing more can be said. */
const CLASSES: Readonly<Record<number, Words>> = {
  3: ["webhooks.fault.redirect", "webhooks.fault.redirect.advice"],
  4: ["webhooks.fault.refused", "webhooks.fault.refused.advice"],
  5: ["webhooks.fault.broken", "webhooks.fault.broken.advice"],
};

const UNKNOWN: Words = ["webhooks.fault.unknown", "webhooks.fault.unknown.advice"];

/** Why an attempt failed; null when it arrived. */
export function faultOf(status: number | null, error: string | null): DeliveryFault | null {
  if (error !== null) return said(ERRORS[error] ?? UNKNOWN, status);
  if (status === null) return said(UNKNOWN, status);
  const hundreds = Math.floor(status / 100);
  return hundreds === 2 ? null : said(STATUSES[status] ?? CLASSES[hundreds] ?? UNKNOWN, status);
}

function said([title, advice]: Words, status: number | null): DeliveryFault {
  return { title: phrase(title, { status: String(status ?? "") }), advice: phrase(advice) };
}
