/** What of the people is shown. It stands in the address. */

import { ADDRESSES } from "../../addresses";
import { ROLE_NAMES } from "../../design/shell/role-names";
import type { PhraseName } from "../../language/catalogue";
import type { User } from "../../service/records";
import { ROLES, type Role } from "../../session/roles";

/** People of a role, or the programs, which have none. */
export type Kind = Role | "program";

export const KINDS: readonly Kind[] = [...ROLES, "program"];

export const KIND_NAMES: Readonly<Record<Kind, PhraseName>> = { ...ROLE_NAMES, program: "people.program" };

export interface PeopleFilter {
  part?: "teams";
  kind?: Kind;
  team?: string;
  /** What the name or the address contains. */
  search?: string;
}

export function filterOf(search: string): PeopleFilter {
  const query = new URLSearchParams(search);
  const kind = KINDS.find((each) => each === query.get("kind"));
  return changed(
    {},
    {
      part: query.get("part") === "teams" ? "teams" : undefined,
      kind,
      team: query.get("team") ?? undefined,
      search: query.get("search") ?? undefined,
    },
  );
}

type Change = { [Name in keyof PeopleFilter]: PeopleFilter[Name] | undefined };

/** A filter with a change, without the members that choose nothing. */
export function changed(filter: PeopleFilter, change: Change): PeopleFilter {
  const members = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
  return Object.fromEntries(members);
}

export function peopleAddress(filter: PeopleFilter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? ADDRESSES.people : `${ADDRESSES.people}?${query}`;
}

export function kindOf({ role }: Pick<User, "role">): Kind {
  return role ?? "program";
}

/** Those whom the filter lets through, by name. */
export function filtered(people: readonly User[], { kind, team, search = "" }: PeopleFilter): User[] {
  const words = search.toLocaleLowerCase();
  return people
    .filter((person) => kind === undefined || kindOf(person) === kind)
    .filter((person) => team === undefined || person.teamIds?.includes(team))
    .filter(({ firstName, lastName, email }) =>
      `${firstName} ${lastName} ${email}`.toLocaleLowerCase().includes(words),
    )
    .toSorted((one, other) => fullName(one).localeCompare(fullName(other)));
}

export function fullName({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}
