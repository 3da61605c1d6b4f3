/** The people and teams of an organization at the service, and what is sent to change them. */

import type { ChangedUser, Team, User } from "../service/records";
import { aTeam, aUser, OTHER_TEAM, TEAM } from "./records";
import { envelope, http, refusal, service } from "./service";
import { type Sent, serveTeam } from "./team";

/** Answers for people, of whom `last` is the last administrator. Returns what is sent to it, as it comes. */
export function servePeople(people: User[], last?: string): Sent[] {
  serveTeam([]);
  const sent: Sent[] = [];
  let present = people;
  let teams: Team[] = [aTeam(TEAM, "Night shift"), aTeam(OTHER_TEAM, "Day shift")];
  const refused = () => Response.json(refusal("CONFLICT", "This is the last one."), { status: 409 });
  service.use(
    http.get("/qsi/gather/users", ({ response }) => response(200).json(envelope({ users: present }))),
    http.get("/qsi/gather/teams", ({ response }) => response(200).json(envelope({ teams }))),
    http.post("/qsi/gather/users", async ({ request, response }) => {
      const body = await request.json();
      const [user] = body.users;
      if (user === undefined || present.some(({ email }) => email === user.email)) {
        const details = [{ field: "users[0].email", reason: "is taken" }];
        const error = { code: "CONFLICT", message: "Taken.", details };
        return response.untyped(Response.json({ error }, { status: 409 }));
      }
      sent.push({ what: "add", body });
      const made = { ...aUser(user.email, user.firstName, user.lastName), teamIds: user.teamIds };
      present = [...present, made];
      return response(201).json(envelope({ users: [stored(made)] }));
    }),
    http.patch("/qsi/gather/users/{userId}", async ({ params, request, response }) => {
      const body = (await request.json()) ?? {};
      if (params.userId === last && body.role !== undefined) return response.untyped(refused());
      sent.push({ what: `change ${params.userId}`, body });
      const before = present.find(({ id }) => id === params.userId) ?? aUser(params.userId, "Un", "Known");
      const { firstName = before.firstName, role = before.role } = body;
      const changed = { ...before, firstName, role };
      present = present.map((each) => (each.id === params.userId ? changed : each));
      return response(200).json(envelope({ user: stored(changed) }));
    }),
    http.delete("/qsi/gather/users/{userId}", ({ params, response }) => {
      if (params.userId === last) return response.untyped(refused());
      sent.push({ what: "archive", body: params.userId });
      present = present.filter(({ id }) => id !== params.userId);
      return response(200).json(envelope({ user: stored(aUser(params.userId, "Un", "Known")) }));
    }),
    http.post("/qsi/gather/teams", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "team", body });
      const [first] = body.teams;
      const made = { ...aTeam("new-team", first?.displayName ?? ""), name: first?.name ?? "" };
      teams = [...teams, made];
      return response(201).json(envelope({ teams: [made] }));
    }),
  );
  return sent;
}

function stored({ teamIds, ...user }: User): ChangedUser {
  return { ...user, organizationId: TEAM, teamIds: teamIds ?? [] };
}
