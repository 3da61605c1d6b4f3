/** Requests: the key or the session, idempotency keys, and what is sent again. */

import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { paths } from "./schema.js";

const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A longer `Retry-After` is not waited for: the answer is returned as it is. */
const LONGEST_WAIT_MS = 60_000;
/** With these the service says that it did nothing. */
const REFUSED = new Set([429, 503]);
const TIMEOUT_MS = 30_000;

export type TalentScreening = Client<paths>;

export interface ClientOptions {
  baseUrl: string;
  /** May be left out for what is done without a key: a candidate's side, and chats. */
  apiKey?: string;
  /** The token of a person's session, read for each request; `undefined` while nobody is signed in. */
  sessionToken?: () => string | undefined;
  /** Carries a request; `fetch` itself by default. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A client with one method for each HTTP method, typed by path. */
export function createTalentScreening(options: ClientOptions): TalentScreening {
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    headers: { accept: "application/json" },
    fetch: (request) => sentAgain(request, options.fetch ?? ((one) => fetch(one))),
  });
  const { apiKey, sessionToken } = options;
  if (apiKey !== undefined) client.use(authenticated("x-api-key", () => apiKey));
  if (sessionToken !== undefined) client.use(authenticated("authorization", () => bearer(sessionToken())));
  return client;
}

function bearer(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `Bearer ${token}`;
}

/** Adds a credential, and to a POST that has one the key by which the service knows it when it is sent again. */
function authenticated(header: string, credential: () => string | undefined): Middleware {
  return {
    onRequest({ request }) {
      const value = credential();
      if (value === undefined || request.headers.has("x-chat-token")) return;
      request.headers.set(header, value);
      if (request.method === "POST" && !request.headers.has("idempotency-key")) {
        request.headers.set("idempotency-key", crypto.randomUUID());
      }
    },
  };
}

async function sentAgain(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const timed = new Request(request.clone(), { signal });
    const response = await send(timed);
    const pause = REFUSED.has(response.status) ? pauseAfter(response, attempt) : undefined;
    if (attempt >= MOST_ATTEMPTS || pause === undefined) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The milliseconds until the next attempt; undefined when there is none. */
function pauseAfter(response: Response, attempt: number): number | undefined {
  const bound = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  const header = response.headers.get("retry-after");
  if (header === null || !/^\d+$/.test(header)) return Math.random() * bound;
  const asked = Number(header) * 1_000;
  return asked > LONGEST_WAIT_MS ? undefined : asked + Math.random() * FIRST_PAUSE_MS;
}
