/** What is entered about a person. */

import { phrase } from "../../language/catalogue";
import { isZone } from "../../language/zones";
import type { RefusedMembers } from "../../service/errors";
import type { UpdateUser, User, UserToCreate } from "../../service/records";
import type { Role } from "../../session/roles";

export interface PersonForm {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: Role;
  teamIds: ReadonlySet<string>;
  notifications: User["notifications"];
  timezone: string;
}

export type PersonFaults = Partial<Record<keyof PersonForm, string>>;

const EMAIL = /^\S+@\S+\.\S+$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

export function formOf(user: User | undefined, teamIds: readonly string[]): PersonForm {
  return {
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    email: user?.email ?? "",
    phone: user?.phone ?? "",
    role: user?.role ?? "reviewer",
    teamIds: new Set(user?.teamIds ?? teamIds),
    notifications: user?.notifications ?? "each",
    timezone: user?.timezone ?? "",
  };
}

/** What is missing or wrong, by the form's own rules and by what the service has refused. */
export function faultsOf(form: PersonForm, refused: RefusedMembers = new Map()): PersonFaults {
  const faults: PersonFaults = {};
  const isRefused = (member: string) => refused.has(member) || refused.has(`users[0].${member}`);
  if (form.firstName.trim() === "") faults.firstName = phrase("people.firstName.missing");
  if (form.lastName.trim() === "") faults.lastName = phrase("people.lastName.missing");
  if (!EMAIL.test(form.email.trim())) faults.email = phrase("people.email.wrong");
  else if (isRefused("email")) faults.email = phrase("people.email.refused");
  if (form.phone.trim() !== "" && !PHONE.test(plainPhone(form.phone))) {
    faults.phone = phrase("people.phone.wrong");
  }
  if (form.teamIds.size === 0) faults.teamIds = phrase("people.teams.missing");
  if ((form.timezone.trim() !== "" && !isZone(form.timezone.trim())) || isRefused("timezone")) {
    faults.timezone = phrase("people.timezone.wrong");
  }
  return faults;
}

export function isRight(form: PersonForm): boolean {
  return Object.keys(faultsOf(form)).length === 0;
}

export function userToCreate({ firstName, lastName, email, role, teamIds }: PersonForm): UserToCreate {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    role,
    teamIds: [...teamIds],
  };
}

/** The members that differ from the record. A program has no role and no notices. */
export function changesOf(form: PersonForm, user: User): UpdateUser {
  const before = formOf(user, []);
  const changes: UpdateUser = {};
  if (form.firstName.trim() !== before.firstName) changes.firstName = form.firstName.trim();
  if (form.lastName.trim() !== before.lastName) changes.lastName = form.lastName.trim();
  if (plainPhone(form.phone) !== before.phone) changes.phone = plainPhone(form.phone) || null;
  if (!hasSame(form.teamIds, before.teamIds)) changes.teamIds = [...form.teamIds];
  if (form.timezone.trim() !== before.timezone) changes.timezone = form.timezone.trim() || null;
  if (user.role === null) return changes;
  if (form.role !== before.role) changes.role = form.role;
  if (form.notifications !== before.notifications) changes.notifications = form.notifications;
  return changes;
}

/** A number as the service takes it: without what only helps to read it. */
function plainPhone(phone: string): string {
  return phone.replace(/[\s()/.-]/g, "");
}

function hasSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((each) => others.has(each));
}
