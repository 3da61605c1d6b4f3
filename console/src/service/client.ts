/** The typed client, with the session of the person who is signed in. */

import { createTalentScreening } from "talent-screening";
import { endSession, sessionState } from "../session/store";
import { repeatedPosts } from "./repeated-posts";

export const client = createTalentScreening({
  baseUrl: location.origin,
  sessionToken: () => sessionState().session?.token,
});

client.use(repeatedPosts);
client.use({
  onResponse({ request, response }) {
    const token = sessionState().session?.token;
    const isOurs = request.headers.get("authorization") === `Bearer ${token ?? ""}`;
    if (response.status === 401 && isOurs) endSession("expired");
  },
});

/** The team as a query names it: not at all for a person with one team. */
export function inTeam(): { teamId?: string } {
  const session = sessionState().session;
  const mustBeNamed = session !== null && session.user.teamIds.length > 1;
  return mustBeNamed && session.teamId !== null ? { teamId: session.teamId } : {};
}
