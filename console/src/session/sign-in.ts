/** Signing in at the issuer and out of the service. */

import { createSession, deleteSession } from "../service/session";
import type { Issuer } from "./configuration";
import { challengeOf, randomSecret } from "./pkce";
import { beginSession, endSession, refuseSession, sessionState } from "./store";

/** What has to be known again when the issuer sends the person back. */
interface Pending {
  state: string;
  verifier: string;
  returnTo: string;
}

const PENDING = "console-sign-in";
const HOME = "/console";
const SIGNED_IN = "/console/signed-in";

/** Goes to the issuer, which sends the person back to `/console/signed-in`. */
export async function goToSignIn(issuer: Issuer, go = goTo): Promise<void> {
  const returnTo = location.pathname + location.search + location.hash;
  const pending: Pending = { state: randomSecret(), verifier: randomSecret(), returnTo };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const address = new URL(issuer.authorizationEndpoint);
  const members = {
    response_type: "code",
    client_id: issuer.clientId,
    redirect_uri: redirectUri(),
    scope: issuer.scope,
    state: pending.state,
    nonce: randomSecret(),
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(members)) address.searchParams.set(name, value);
  go(address.href);
}

/** Whether the issuer has just sent the person back. */
export function isReturnFromIssuer(): boolean {
  return location.pathname === SIGNED_IN;
}

/** Takes the code out of the address at once, and begins a session with it. */
export async function finishSignIn(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const pending = takePending();
  history.replaceState(null, "", pending?.returnTo ?? HOME);
  const code = query.get("code");
  if (query.get("state") !== pending?.state) refuseSession("stateMismatch");
  else if (code === null) refuseSession("issuerRefused");
  else await beginWith(code, pending.verifier);
}

/** Ends the session in all tabs, at the service, and at the issuer where that can be asked for it. */
export async function signOut(issuer: Issuer | null, go = goTo): Promise<void> {
  const { session } = sessionState();
  endSession(null);
  if (session !== null) await deleteSession(session);
  if (issuer?.endSessionEndpoint) go(signOutAddress(issuer.endSessionEndpoint, issuer.clientId));
}

/** Issuers differ in the name of the address to come back to: the last is OpenID Connect's, the other Cognito's. */
function signOutAddress(endpoint: string, clientId: string): string {
  const home = location.origin + HOME;
  const address = new URL(endpoint);
  const members = { client_id: clientId, logout_uri: home, post_logout_redirect_uri: home };
  for (const [name, value] of Object.entries(members)) address.searchParams.set(name, value);
  return address.href;
}

function goTo(address: string): void {
  location.assign(address);
}

async function beginWith(code: string, codeVerifier: string): Promise<void> {
  const answer = await createSession({ code, codeVerifier, redirectUri: redirectUri() });
  if (answer.session === null) refuseSession(answer.problem);
  else beginSession(answer.session);
}

function redirectUri(): string {
  return location.origin + SIGNED_IN;
}

function takePending(): Pending | null {
  const stored = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return stored === null ? null : (JSON.parse(stored) as Pending);
}
