/**
 * The session of the person who is signed in, the only global state of the console.
 *
 * It lives in `sessionStorage`, so that a reload asks for no sign-in, and is shared with the other tabs of the
 * console by a channel: a new tab asks for it, and an end is told to all.
 */

import type { CreatedSession } from "../service/records";
import { removeDrafts } from "./stored-drafts";

export interface Session extends CreatedSession {
  /** The team whose records are shown, one of the user's. */
  teamId: string | null;
}

/** Why the sign-in is shown again. */
export type SignInProblem =
  | "stateMismatch"
  | "codeRefused"
  | "noAccount"
  | "requestRefused"
  | "issuerRefused"
  | "unreachable"
  | "expired";

export interface SessionState {
  session: Session | null;
  problem: SignInProblem | null;
}

type Message =
  | { kind: "asked" }
  | { kind: "told"; session: Session }
  | { kind: "ended"; token: string; problem: SignInProblem | null };

const STORED = "console-session";
const CHANNEL = "console-session";
const PATIENCE_MS = 150;

let state: SessionState = { session: null, problem: null };
let expiry: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

export function sessionState(): SessionState {
  return state;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this tab: the stored one, or that of another tab. */
export async function restoreSession(): Promise<void> {
  openChannel();
  const stored = sessionStorage.getItem(STORED);
  if (stored !== null) hold(JSON.parse(stored) as Session);
  if (state.session === null) await askOtherTabs();
}

/** Begins a session in this tab, and in those that show the sign-in. */
export function beginSession(session: CreatedSession): void {
  openChannel();
  hold({ ...session, teamId: session.user.teamIds[0] ?? null });
  if (state.session !== null) tell({ kind: "told", session: state.session });
}

/** Ends the session in all tabs. `problem` says why, unless the person wished it. */
export function endSession(problem: SignInProblem | null): void {
  const token = state.session?.token;
  leave(problem);
  if (token !== undefined) tell({ kind: "ended", token, problem });
}

/** Tells the sign-in why it is shown again. */
export function refuseSession(problem: SignInProblem): void {
  change({ session: null, problem });
}

export function chooseTeam(teamId: string): void {
  if (state.session !== null) hold({ ...state.session, teamId });
}

/** Notes what has changed about the person who is signed in: their role, their teams, their name. */
export function noteUserChange(change: Partial<Session["user"]>): void {
  if (state.session === null) return;
  const user = { ...state.session.user, ...change };
  const { teamId } = state.session;
  const isStillIn = teamId !== null && user.teamIds.includes(teamId);
  hold({ ...state.session, user, teamId: isStillIn ? teamId : (user.teamIds[0] ?? null) });
}

function hold(session: Session): void {
  const milliseconds = Date.parse(session.expiresAt) - Date.now();
  if (milliseconds <= 0) {
    leave("expired");
    return;
  }
  clearTimeout(expiry);
  expiry = setTimeout(() => endSession("expired"), milliseconds);
  sessionStorage.setItem(STORED, JSON.stringify(session));
  change({ session, problem: null });
}

function leave(problem: SignInProblem | null): void {
  clearTimeout(expiry);
  sessionStorage.removeItem(STORED);
  if (problem === null) removeDrafts();
  change({ session: null, problem });
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function openChannel(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event: MessageEvent<Message>) => hear(event.data));
}

function tell(message: Message): void {
  channel?.postMessage(message);
}

function hear(message: Message): void {
  if (message.kind === "asked" && state.session !== null) tell({ kind: "told", session: state.session });
  if (message.kind === "told" && state.session === null) hold(message.session);
  if (message.kind === "ended" && state.session?.token === message.token) leave(message.problem);
}

async function askOtherTabs(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = onSessionChange(done);
    const patience = setTimeout(done, PATIENCE_MS);
    function done(): void {
      stop();
      clearTimeout(patience);
      resolve();
    }
    tell({ kind: "asked" });
  });
}
