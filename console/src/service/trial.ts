/** Trying an interview as its candidates will see it, before anybody is invited. */

import { dataOf } from "talent-screening";
import type { Session } from "../session/store";
import { client, inTeam } from "./client";

/** Marks the candidates that people of the team are when they try an interview. */
const TAG = "preview";
const EXPIRY_DAYS = 1;
/** From the numbers that are kept free for examples; nothing is sent to it. */
const NO_PHONE = "+12025550123";

/** Makes a candidate interview for the person, which nobody is told of. Returns the address of its page. */
export async function makeTrial(interviewId: string, user: Session["user"]): Promise<string> {
  const candidateId = (await earlierTrialist(user.email)) ?? (await newTrialist(user));
  const { inviteToken } = dataOf(
    await client.POST("/qsi/gather/candidate-interviews", {
      params: { query: inTeam() },
      body: { candidateId, interviewId, sendInvite: false, expiryDays: EXPIRY_DAYS },
    }),
  );
  return `${location.origin}/i/${inviteToken}`;
}

async function earlierTrialist(email: string): Promise<string | null> {
  const query = { ...inTeam(), email, tag: TAG, pageSize: 1 };
  const { candidates } = dataOf(await client.GET("/qsi/gather/candidates", { params: { query } }));
  return candidates[0]?.id ?? null;
}

async function newTrialist({ firstName, lastName, email }: Session["user"]): Promise<string> {
  const body = { firstName, lastName, email, phone: NO_PHONE, tags: [TAG], source: "console" };
  return dataOf(await client.POST("/qsi/gather/candidates", { params: { query: inTeam() }, body })).id;
}
