import type { NewPerson } from "../../service/invites";
import { phoneOf } from "./people";

/** Somebody new as the fields have them. */
export interface PersonFields {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  timezone: string;
  smsOptIn: boolean;
}

export function ownNewPerson(fields: PersonFields): NewPerson {
  const { firstName, lastName, email, phone, timezone, smsOptIn } = fields;
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: textOf(email),
    phone: phoneOf(phone) ?? textOf(phone),
    ...(timezone === "" ? {} : { timezone }),
    ...(smsOptIn ? { smsOptIn } : {}),
  };
}

function textOf(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
