/** The session as components see it. */

import { useSyncExternalStore } from "react";
import { type Action, mayDo } from "./roles";
import { onSessionChange, type Session, sessionState, type SessionState } from "./store";

export function useSessionState(): SessionState {
  return useSyncExternalStore(onSessionChange, sessionState);
}

/** The session, for components that are shown to people who are signed in alone. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (session === null) throw new Error("nobody is signed in");
  return session;
}

/** Whether the person may do something. */
export function useMayDo(action: Action): boolean {
  return mayDo(useSession().user.role, action);
}
