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
    return dataOf(await client.POST("/console/session", { body }));
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    return { session: null, problem: PROBLEMS[status] ?? "unreachable" };
  }
}

/** Ends a session at the service. Where that cannot be reached, the session ends by itself in time. */
export async function deleteSession({ token }: Session): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await client.DELETE("/console/session", { headers }).catch(() => undefined);
}
