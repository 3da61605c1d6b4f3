/** The two calls of the sign-in. */

import { ApiError, dataOf } from "talent-screening";
import type { Session, SignInProblem } from "../session/store";
import { client } from "./client";
import type { CreatedSession, CreateSession } from "./records";

type Answer = { session: CreatedSession } | { session: null; problem: SignInProblem };

const PROBLEMS: Readonly<Record<number, SignInProblem>> = {
  400: "requestRefused",
  401: "codeRefused",
  403: "noAccount",
};

export async function createSession(body: CreateSession): Promise<Answer> {
  try {
    const answer = await client.POST("/console/session", { body });
    return { session: byOwnClock(dataOf(answer).session, answer.response.headers.get("date")) };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    return { session: null, problem: PROBLEMS[status] ?? "unreachable" };
  }
}

/** A session that ends by the clock of this device, which may go wrong, when it ends by that of the service. */
function byOwnClock(session: CreatedSession, serviceTime: string | null): CreatedSession {
  const ahead = Date.now() - Date.parse(serviceTime ?? "");
  if (Number.isNaN(ahead)) return session;
  return { ...session, expiresAt: new Date(Date.parse(session.expiresAt) + ahead).toISOString() };
}

/** Ends a session at the service. Where that cannot be reached, the session ends by itself in time. */
export async function deleteSession({ token }: Session): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await client.DELETE("/console/session", { headers }).catch(() => undefined);
}
