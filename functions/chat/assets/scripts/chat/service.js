import { configuration } from "./page.js";

const address = `/chat/${configuration.chatbotId}`;
const storageKey = `chat-${configuration.chatbotId}`;

// A conversation begins with its first message, and has no token before.
export const session = { token: null };

// A frame on another site may not be allowed to store anything. Then the conversation goes on as long as the page is
// open, and the site that embeds it keeps the token for its other pages, where the chatbot names its sites.
const kept = { token: null };
const host = configuration.keepsOnSite && window.parent !== window && document.referrer
  ? new URL(document.referrer).origin : null;
const PATIENCE_MS = 1000;

function ownStorage() {
  try {
    const store = window.sessionStorage;
    store.setItem(storageKey + "-test", "");
    store.removeItem(storageKey + "-test");
    return store;
  } catch { return null; }
}

function tellHost(message) {
  if (host) window.parent.postMessage(message, host);
}

function askHost() {
  if (!host) return Promise.resolve(null);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), PATIENCE_MS);
    function finish(token) {
      clearTimeout(timer);
      window.removeEventListener("message", heard);
      resolve(token);
    }
    function heard(event) {
      if (event.source !== window.parent || event.origin !== host) return;
      if (event.data?.type === "chat-token") finish(typeof event.data.token === "string" ? event.data.token : null);
    }
    window.addEventListener("message", heard);
    tellHost({ type: "chat-token-wanted" });
  });
}

export const storage = {
  async read() {
    const store = ownStorage();
    return store ? store.getItem(storageKey) : kept.token || askHost();
  },
  write(value) {
    const store = ownStorage();
    kept.token = value;
    if (!store) return tellHost({ type: "chat-token", token: value });
    if (value === null) store.removeItem(storageKey);
    else store.setItem(storageKey, value);
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
