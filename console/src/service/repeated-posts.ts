/** One idempotency key for the same POST until its outcome is known, so that it counts once however often it is sent. */

import type { Middleware } from "openapi-fetch";

const HEADER = "idempotency-key";
const FIRST_SERVER_ERROR = 500;
const TOO_MANY = 429;

/** Keys of requests that may have been taken although no answer came, by what they ask for. */
const open = new Map<string, string>();

export const repeatedPosts: Middleware = {
  async onRequest({ request }) {
    // The client gives each POST a key of its own, which would make a second attempt another request.
    if (request.method !== "POST") return;
    const asked = await contentOf(request);
    const key = open.get(asked) ?? crypto.randomUUID();
    open.set(asked, key);
    request.headers.set(HEADER, key);
  },
  onResponse({ request, response }) {
    if (response.status >= FIRST_SERVER_ERROR || response.status === TOO_MANY) return;
    const key = request.headers.get(HEADER);
    for (const [asked, each] of open) if (each === key) open.delete(asked);
  },
};

async function contentOf(request: Request): Promise<string> {
  return `${request.url} ${request.headers.get("authorization") ?? ""} ${await request.clone().text()}`;
}
