import { configuration } from "./page.js";

const address = `/chat/${configuration.chatbotId}`;
const storageKey = `chat-${configuration.chatbotId}`;

// A conversation begins with its first message, and has no token before.
export const session = { token: null };

// A frame on another site may not be allowed to store anything: then a reload begins anew.
export const storage = {
  read() { try { return window.sessionStorage.getItem(storageKey); } catch { return null; } },
  write(value) {
    try {
      if (value === null) window.sessionStorage.removeItem(storageKey);
      else window.sessionStorage.setItem(storageKey, value);
    } catch { /* not allowed */ }
  },
};

export class Refused extends Error {
  constructor(status, details) {
    super(`status ${status}`);
    this.status = status;
    this.details = details || [];
  }
}

export async function call(method, path, body, more) {
  const headers = { accept: "application/json" };
  if (session.token) headers["x-chat-token"] = session.token;
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch(address + path, {
    method, headers, body: body && JSON.stringify(body), cache: "no-store", ...more,
  });
  if (!answer.ok) throw new Refused(answer.status, (await answer.json().catch(() => ({}))).error?.details);
  return (await answer.json()).data;
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
