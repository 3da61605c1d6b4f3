/** Secrets of a sign-in by authorization code with PKCE (RFC 7636). */

/** A secret of 256 bits, in characters that an address may hold. */
export function randomSecret(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The challenge (S256) that belongs to a verifier. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
