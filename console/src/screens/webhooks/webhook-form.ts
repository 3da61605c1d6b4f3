/** What is entered about a webhook, as the service takes it. */

import { phrase } from "../../language/catalogue";
import type { RefusedMembers } from "../../service/errors";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../service/webhooks";

const MOST_ADDRESSES = 10;
/** What a program that follows candidates needs at least. */
const USUAL_EVENTS: readonly WebhookEvent[] = ["candidate_interview.completed"];

/** The addresses of a text with one a line. */
export function addressesOf(text: string): string[] {
  const lines = text.split(/\s+/).filter((line) => line !== "");
  return [...new Set(lines)];
}

/** What is wrong with the addresses, by the form's own rules or those of the service. */
export function addressFault(urls: readonly string[], told: RefusedMembers = new Map()): string | undefined {
  if (urls.length === 0) return phrase("webhooks.urls.missing");
  if (urls.length > MOST_ADDRESSES) return phrase("webhooks.urls.tooMany");
  const wrong = urls.find((url) => !isWebAddress(url));
  if (wrong !== undefined) return phrase("webhooks.urls.wrong", { address: wrong });
  const refused = urls.find((_, at) => told.has(`urls[${at}]`));
  return refused === undefined ? undefined : phrase("webhooks.urls.refused", { address: refused });
}

/** The events that can be chosen among those of a webhook; the usual ones for a new webhook. */
export function knownEvents(events: readonly string[] = USUAL_EVENTS): ReadonlySet<WebhookEvent> {
  return new Set(WEBHOOK_EVENTS.filter((event) => events.includes(event)));
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//i.test(text);
}
