// The token is the last part of this page's own address and stands nowhere else.
const address = `/screening/${location.pathname.replace(/\/+$/, "").split("/").pop()}`;

const CALL_MAY_TAKE = 30_000;
export const UPLOAD_MAY_TAKE = 10 * 60_000;
export const UPLOAD_ADDRESS_LASTS = 14 * 60_000;
// A browser goes on with 64 KB of requests when their page is left; a character is up to four bytes.
const MOST_KEPT_ALIVE = 15_000;
export const RETRY_AFTER_SECONDS = [3, 6, 12, 30, 60];

export class Refused extends Error {
  constructor(status, error) {
    super(`status ${status}`);
    this.status = status;
    this.details = error.details;
  }
}

export async function limited(milliseconds, act) {
  const controller = new AbortController();
  const limit = setTimeout(() => controller.abort(), milliseconds);
  try {
    return await act(controller.signal);
  } finally {
    clearTimeout(limit);
  }
}

export const isPassing = (failure) => !failure.status || failure.status >= 500 || [408, 429].includes(failure.status);

// Waits, but no longer than until the connection is back.
export function patiently(seconds) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit);
      window.removeEventListener("online", done);
      resolve();
    };
    const limit = setTimeout(done, seconds * 1000);
    window.addEventListener("online", done);
  });
}

export const retrySeconds = (attempt) => RETRY_AFTER_SECONDS[Math.min(attempt, RETRY_AFTER_SECONDS.length - 1)];

export async function call(method, path, body, keepalive) {
  return limited(CALL_MAY_TAKE, async (signal) => {
    const sent = body && JSON.stringify(body);
    const answer = await fetch(address + path, {
      method, signal, body: sent, cache: "no-store",
      headers: { accept: "application/json", ...(sent && { "content-type": "application/json" }) },
      keepalive: Boolean(keepalive && sent.length < MOST_KEPT_ALIVE),
    });
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(answer.status, content.error || {});
    return content.data;
  });
}
