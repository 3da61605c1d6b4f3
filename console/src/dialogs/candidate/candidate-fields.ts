/** A candidate as the fields of the dialog have them. */

import type { PhraseName } from "../../language/catalogue";
import { isZone } from "../../language/zones";
import type { Candidate, ChangeCandidate, CreateCandidate } from "../../service/records";
import { isEmail, phoneOf } from "../invite/people";

export interface CandidateFields {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  smsOptIn: boolean;
  timezone: string;
  /** With commas between them. */
  tags: string;
  source: string;
  externalId: string;
  resumeUrl: string;
  linkedInURL: string;
}

export type FieldName = keyof CandidateFields;
export type Problems = Partial<Record<FieldName, PhraseName>>;

const MOST_TAGS = 20;
const LONGEST_TAG = 50;
const WEB_ADDRESS = /^https?:\/\/[^/?#]/i;

/** Where candidates come from whom the team enters by hand. */
const SOURCE = "console";

export function fieldsOf(candidate: Candidate | null): CandidateFields {
  return {
    firstName: candidate?.firstName ?? "",
    lastName: candidate?.lastName ?? "",
    email: candidate?.email ?? "",
    phone: candidate?.phone ?? "",
    smsOptIn: candidate?.smsOptIn ?? false,
    timezone: candidate?.timezone ?? "",
    tags: (candidate?.tags ?? []).join(", "),
    source: candidate?.source ?? SOURCE,
    externalId: candidate?.externalId ?? "",
    resumeUrl: candidate?.resumeUrl ?? "",
    linkedInURL: candidate?.linkedInURL ?? "",
  };
}

/** What is wrong with the fields; `before` are those of the record, whose gaps may stay. */
export function problemsOf(fields: CandidateFields, before: CandidateFields | null): Problems {
  const text = (name: Exclude<FieldName, "smsOptIn">) => fields[name].trim();
  const isGap = (name: "email" | "phone") => text(name) === "" && before?.[name] !== "";
  const wrong: [FieldName, boolean, PhraseName][] = [
    ["firstName", text("firstName") === "", "invite.new.missing"],
    ["lastName", text("lastName") === "", "invite.new.missing"],
    ["source", text("source") === "", "invite.new.missing"],
    ["email", isGap("email"), "invite.new.missing"],
    ["email", text("email") !== "" && !isEmail(text("email")), "invite.line.email"],
    ["phone", isGap("phone"), "invite.new.missing"],
    ["phone", text("phone") !== "" && phoneOf(text("phone")) === null, "invite.line.phone"],
    ["timezone", text("timezone") !== "" && !isZone(text("timezone")), "zone.unknown"],
    ["tags", !areTags(tagsOf(fields.tags)), "candidateForm.tags.wrong"],
    ["resumeUrl", text("resumeUrl") !== "" && !WEB_ADDRESS.test(text("resumeUrl")), "candidateForm.address"],
    [
      "linkedInURL",
      text("linkedInURL") !== "" && !WEB_ADDRESS.test(text("linkedInURL")),
      "candidateForm.address",
    ],
  ];
  return Object.fromEntries(wrong.filter(([, isWrong]) => isWrong).map(([name, , words]) => [name, words]));
}

export function ownBody(fields: CandidateFields): CreateCandidate {
  const optional = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    email: fields.email.trim(),
    phone: phoneOf(fields.phone.trim()) ?? fields.phone.trim(),
    smsOptIn: fields.smsOptIn,
    timezone: optional(fields.timezone),
    tags: tagsOf(fields.tags),
    source: fields.source.trim(),
    externalId: optional(fields.externalId),
    resumeUrl: optional(fields.resumeUrl),
    linkedInURL: optional(fields.linkedInURL),
  };
}

/** Only what the person has changed, so that everything else stays as the service has it. */
export function changesOf(fields: CandidateFields, before: CandidateFields): ChangeCandidate {
  const body = ownBody(fields);
  const names = Object.keys(fields) as FieldName[];
  return Object.fromEntries(
    names.filter((name) => fields[name] !== before[name]).map((name) => [name, body[name]]),
  );
}

function tagsOf(text: string): string[] {
  const tags = text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return [...new Set(tags)];
}

function areTags(tags: readonly string[]): boolean {
  return tags.length <= MOST_TAGS && tags.every((tag) => tag.length <= LONGEST_TAG);
}
