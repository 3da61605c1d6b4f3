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
  | { kind: "told"; session: Session; usedAt?: number }
  | { kind: "ended"; token: string; problem: SignInProblem | null };

const STORED = "console-session";
const TEAM = "console-team";
const CHANNEL = "console-session";
const PATIENCE_MS = 150;
/** How long others may still answer after the first has. */
const FURTHER_MS = 30;

let state: SessionState = { session: null, problem: null };
let expiry: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
let leftAt = 0;
/** Takes what other tabs tell while this one asks them. */
let onAnswer: ((session: Session, usedAt: number) => void) | undefined;
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
  hold({ ...session, teamId: rememberedTeam(session.user) ?? session.user.teamIds[0] ?? null });
  if (state.session !== null) tell({ kind: "told", session: state.session, usedAt: usedAt() });
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
  sessionStorage.setItem(TEAM, JSON.stringify({ userId: session.user.id, teamId: session.teamId }));
  change({ session, problem: null });
}

function leave(problem: SignInProblem | null): void {
  clearTimeout(expiry);
  sessionStorage.removeItem(STORED);
  if (problem === null) {
    sessionStorage.removeItem(TEAM);
    removeDrafts();
  }
  change({ session: null, problem });
}

/** The team that a person had chosen in this tab before their session ended: the address names a record of it. */
function rememberedTeam({ id, teamIds }: Session["user"]): string | null {
  const { userId, teamId } = JSON.parse(sessionStorage.getItem(TEAM) ?? "{}") as Partial<
    Record<string, string>
  >;
  return userId === id && teamId !== undefined && teamIds.includes(teamId) ? teamId : null;
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function openChannel(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event: MessageEvent<Message>) => hear(event.data));
  window.addEventListener("blur", () => (leftAt = Date.now()));
}

/** When the person was last in this tab. */
function usedAt(): number {
  return document.hasFocus() ? Date.now() : leftAt;
}

function tell(message: Message): void {
  channel?.postMessage(message);
}

function hear(message: Message): void {
  if (message.kind === "asked" && state.session !== null)
    tell({ kind: "told", session: state.session, usedAt: usedAt() });
  if (message.kind === "told" && state.session === null) {
    if (onAnswer === undefined) take(message.session);
    else onAnswer(message.session, message.usedAt ?? 0);
  }
  if (message.kind === "ended" && state.session?.token === message.token) leave(message.problem);
}

function take(session: Session): void {
  hold({ ...session, teamId: rememberedTeam(session.user) ?? session.teamId });
}

/** Takes the session of the tab that was used last: a link that is opened in a new tab belongs to its team. */
async function askOtherTabs(): Promise<void> {
  let found: { session: Session; usedAt: number } | undefined;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    onAnswer = (session, usedAt) => {
      if (found === undefined) setTimeout(resolve, FURTHER_MS);
      if (found === undefined || usedAt > found.usedAt) found = { session, usedAt };
    };
    tell({ kind: "asked" });
  });
  onAnswer = undefined;
  if (found !== undefined) take(found.session);
}
