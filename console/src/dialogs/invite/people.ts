/** The people whom the dialog invites, and the lines that name them. */

import type { PhraseName } from "../../language/catalogue";
import type { Invitee, NewPerson } from "../../service/invites";

/** Somebody to be invited, as the dialog shows them. */
export interface Person {
  key: string;
  name: string;
  invitee: Invitee;
}

export interface Line {
  text: string;
  person: Person | null;
  /** What is wrong with the line; null with nothing. */
  problem: PhraseName | null;
}

export const MOST_LINES = 50;

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/;
const PHONE = /^'?\+?[\d\s()/.\u2010-\u2015-]{7,}$/;
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;
const SEPARATORS = /[,;\t]/;
/** What address books and mail programs put around what they copy, and nobody sees. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** `+49 (0) 151`: the zero is dialled within the country alone. */
const ZERO_WITHIN = /^(\+\d{1,3}\s*)\(0\)/;
/** `"Hopper, Grace"`, and `Hopper, Grace <…>` as mail programs write it. */
const FAMILY_FIRST = /"([^",]+),([^",]+)"|^([^",;\t<]+),([^",;\t<]+)(?=<)/;
const AFTER_ADDRESS = /(?<=@[^\s,;<>]+>?)\s*[,;]\s*/;
const ENDS_WITH_ADDRESS = /@[^\s,;<>]+>?$/;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** A telephone number as the service takes it: `+4915112345678`; null where it is none. */
export function phoneOf(text: string): string | null {
  const digits = text.replace(ZERO_WITHIN, "$1").replace(/[\s()/.\u2010-\u2015-]/g, "");
  return INTERNATIONAL.test(digits) ? digits : null;
}

/**
 * A person each line: names, e-mail address and telephone number in any order, with commas or tabs between them.
 * Or the recipients of a message, as mail programs copy them into one line.
 */
export function readLines(text: string): Line[] {
  const seen = new Set<string>();
  return text
    .replace(UNSEEN, "")
    .split("\n")
    .flatMap(recipientsOf)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const person = personOf(line);
      const problem = problemOf(person) ?? (isSecond(person, seen) ? "invite.line.twice" : null);
      return { text: line, person: problem === null ? listed(person) : null, problem };
    });
}

/** Somebody new under the key that tells them from others in the same list. */
export function listed(person: NewPerson): Person {
  const { firstName, lastName, email, phone } = person;
  return { key: email?.toLowerCase() ?? phone ?? "", name: `${firstName} ${lastName}`, invitee: person };
}

/** What keeps somebody from being invited; null for nothing. */
export function problemOf(person: NewPerson): PhraseName | null {
  if (person.firstName === "" || person.lastName === "") return "invite.line.name";
  // A second address, which would be taken for a name.
  if (`${person.firstName}${person.lastName}`.includes("@")) return "invite.line.email";
  if (person.email !== null && !isEmail(person.email)) return "invite.line.email";
  if (person.phone !== null && phoneOf(person.phone) === null) return "invite.line.phone";
  return person.email === null && person.phone === null ? "invite.line.reach" : null;
}

function recipientsOf(line: string): string[] {
  const parts = line.split(AFTER_ADDRESS).filter((part) => part.trim() !== "");
  return parts.every((part) => ENDS_WITH_ADDRESS.test(part.trim())) ? parts : [line];
}

function personOf(line: string): NewPerson {
  const familyFirst = FAMILY_FIRST.exec(line);
  const parts = line
    .replace(familyFirst?.[0] ?? "", "")
    .replace(/<([^>]*)>/, ",$1")
    .replaceAll('"', "")
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const email = parts.find((part) => part.includes("@")) ?? null;
  const phone = parts.find((part) => PHONE.test(part)) ?? null;
  const names = parts.filter((part) => part !== email && part !== phone).join(" ");
  const words = names.split(/\s+/);
  const family = familyFirst?.[1] ?? familyFirst?.[3] ?? words.at(-1) ?? "";
  const given = familyFirst?.[2] ?? familyFirst?.[4] ?? words.slice(0, -1).join(" ");
  return {
    firstName: given.trim(),
    lastName: family.trim(),
    email,
    phone: phone === null ? null : (phoneOf(phone.replace(/^'/, "")) ?? phone),
  };
}

function isSecond({ email, phone }: NewPerson, seen: Set<string>): boolean {
  const key = email?.toLowerCase() ?? phone ?? "";
  const isTwice = seen.has(key);
  seen.add(key);
  return isTwice;
}
