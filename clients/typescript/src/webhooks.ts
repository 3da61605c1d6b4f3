/** Events as a receiver of webhooks gets them. */

const TOLERANCE_SECONDS = 300;

export interface VerifiedEvent {
  name: string;
  /** The same over all deliveries and retries. */
  id: string;
  /** The Unix seconds of this attempt. */
  timestamp: number;
  isTest: boolean;
  payload: Record<string, unknown>;
}

/** What came is not, or not certainly, from the service. Answer 400 and do nothing. */
export class WebhookRejected extends Error {
  override readonly name = "WebhookRejected";
}

/**
 * The event in `body`, the exact bytes that were received. Several secrets are accepted while a rotation is on
 * its way. Throws WebhookRejected.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: Headers | Record<string, string | string[] | undefined>,
  body: Uint8Array<ArrayBuffer>,
  now: number = Date.now() / 1_000,
): Promise<VerifiedEvent> {
  const given = headers instanceof Headers ? headers : plain(headers);
  const { time, signatures } = parsed(required(given, "x-service-signature-v2"));
  if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) {
    throw new WebhookRejected("the signature is too old, or of the future");
  }
  const signed = joined(new TextEncoder().encode(`${time}.`), body);
  if (!(await fits(typeof secrets === "string" ? [secrets] : secrets, signed, signatures))) {
    throw new WebhookRejected("no signature fits");
  }
  return {
    name: required(given, "x-service-event"),
    id: required(given, "x-service-id"),
    timestamp: Number(time),
    isTest: given.get("x-service-test") === "true",
    payload: payloadOf(body),
  };
}

function plain(headers: Record<string, string | string[] | undefined>): Headers {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Headers(pairs.filter(([name]) => headers[name] !== undefined));
}

function required(headers: Headers, name: string): string {
  const value = headers.get(name);
  if (!value) throw new WebhookRejected(`the header ${name} is missing`);
  return value;
}

function parsed(header: string): { time: string; signatures: string[] } {
  const parts = header.split(",").map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith("t=")).map((part) => part.slice(2));
  const signatures = parts.filter((part) => part.startsWith("v1=")).map((part) => part.slice(3));
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^[0-9]{1,12}$/.test(time)) {
    throw new WebhookRejected("the signature is not of the form t=<timestamp>,v1=<hex>");
  }
  return { time, signatures };
}

/** Whether one of the signatures is by one of the secrets; `verify` compares in constant time. */
async function fits(
  secrets: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  const verdicts = secrets.flatMap((secret) => signatures.map((hex) => isBy(secret, signed, hex)));
  return (await Promise.all(verdicts)).includes(true);
}

async function isBy(secret: string, signed: Uint8Array<ArrayBuffer>, hex: string): Promise<boolean> {
  if (secret === "") throw new TypeError("a secret is empty: everybody could sign with it");
  if (!/^[0-9a-f]{64}$/.test(hex)) return false;
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signature, signed);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function payloadOf(body: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new WebhookRejected("the body is no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new WebhookRejected("the body is no object");
  }
  return value as Record<string, unknown>;
}
