/** Which column of a file means what of a candidate. */

import type { PhraseName } from "../../language/catalogue";

/** What a candidate has, by the names that the service knows. */
export const MEMBERS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "smsOptIn",
  "timezone",
  "tags",
  "source",
  "externalId",
  "resumeUrl",
  "linkedInURL",
] as const;

export type Member = (typeof MEMBERS)[number];

/** A column may also be left out, or be kept as what the team's own system knows of the candidate. */
export type Meaning = Member | "metadata" | "none";

export const REQUIRED: readonly Member[] = ["firstName", "lastName", "email", "phone"];

export const MEMBER_NAMES: Readonly<Record<Member, PhraseName>> = {
  firstName: "invite.new.firstName",
  lastName: "invite.new.lastName",
  email: "invite.new.email",
  phone: "invite.new.phone",
  smsOptIn: "invite.new.sms",
  timezone: "invite.new.zone",
  tags: "candidate.tags",
  source: "candidateForm.source",
  externalId: "candidateForm.externalId",
  resumeUrl: "candidateForm.resume",
  linkedInURL: "candidateForm.linkedIn",
};

/** What columns are called elsewhere, without spaces and signs. */
const ALIASES: Readonly<Record<Member, readonly string[]>> = {
  firstName: [
    "firstname",
    "givenname",
    "forename",
    "vorname",
    "prenom",
    "nombre",
    "nome",
    "voornaam",
    "imie",
  ],
  lastName: [
    "lastname",
    "surname",
    "familyname",
    "nachname",
    "nom",
    "apellido",
    "cognome",
    "sobrenome",
    "achternaam",
    "nazwisko",
  ],
  email: ["email", "emailaddress", "mail", "emailadresse", "correo", "courriel"],
  phone: [
    "phone",
    "phonenumber",
    "telephone",
    "mobile",
    "mobilephone",
    "cell",
    "telefon",
    "handy",
    "telefono",
    "telefone",
    "telefoon",
  ],
  smsOptIn: ["smsoptin", "sms"],
  timezone: ["timezone", "zeitzone"],
  tags: ["tags", "tag", "labels"],
  source: ["source", "quelle", "origin"],
  externalId: ["externalid", "id", "candidateid", "atsid", "applicantid"],
  resumeUrl: ["resumeurl", "resume", "cv", "cvurl"],
  linkedInURL: ["linkedinurl", "linkedin", "linkedinprofile"],
};

const METADATA = /^metadata\.[A-Za-z0-9_.-]{1,40}$/;
const LONGEST_KEY = 40;

/** What the columns most probably mean; each member is meant by one column at most. */
export function guessed(columns: readonly string[]): Meaning[] {
  const taken = new Set<Member>();
  return columns.map((column) => {
    if (METADATA.test(column.trim())) return "metadata";
    const plain = plainOf(column);
    const found = MEMBERS.find((member) => !taken.has(member) && ALIASES[member].includes(plain));
    if (found === undefined) return "none";
    taken.add(found);
    return found;
  });
}

export function missingOf(meanings: readonly Meaning[]): Member[] {
  return REQUIRED.filter((member) => !meanings.includes(member));
}

/** The members that several columns are said to mean. */
export function doubledOf(meanings: readonly Meaning[]): Member[] {
  return MEMBERS.filter((member) => meanings.filter((meaning) => meaning === member).length > 1);
}

/** The title of a column as the service reads it; null for one that is left out. */
export function titleOf(column: string, meaning: Meaning): string | null {
  if (meaning === "none") return null;
  if (meaning !== "metadata") return meaning;
  const key = column.trim().replace(/^metadata\./, "");
  return `metadata.${key.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, LONGEST_KEY)}`;
}

function plainOf(column: string): string {
  return column
    .normalize("NFD")
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}
