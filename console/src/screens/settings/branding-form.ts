/** What is entered about the branding. */

import { phrase } from "../../language/catalogue";
import type { RefusedMembers } from "../../service/errors";
import type { Branding, ChangeBranding } from "../../service/records";
import { colorOf } from "./colors";

export interface BrandingForm {
  displayName: string;
  logoUrl: string;
  accentColor: string;
  buttonColor: string;
  backgroundImage: string;
  contactName: string;
  contactEmail: string;
  privacyNoticeUrl: string;
  replyWithinDays: number | null;
}

export type BrandingFaults = Partial<Record<keyof BrandingForm, string>>;

const EMAIL = /^\S+@\S+\.\S+$/;
const MOST_DAYS = 365;

/** The members that the change calls otherwise than the record. */
const CHANGE_NAMES = {
  buttonColor: "teamButtonColor",
  backgroundImage: "teamBackgroundImage",
} as const;

export function formOf(branding: Branding): BrandingForm {
  return {
    displayName: branding.displayName,
    logoUrl: branding.logoUrl ?? "",
    accentColor: colorText(branding.accentColor),
    buttonColor: colorText(branding.buttonColor),
    backgroundImage: branding.backgroundImage ?? "",
    contactName: branding.contactName ?? "",
    contactEmail: branding.contactEmail ?? "",
    privacyNoticeUrl: branding.privacyNoticeUrl ?? "",
    replyWithinDays: branding.replyWithinDays ?? null,
  };
}

/** What is missing or wrong, by the form's own rules and by what the service has refused. */
export function faultsOf(form: BrandingForm, refused: RefusedMembers = new Map()): BrandingFaults {
  const faults: BrandingFaults = {};
  if (form.displayName.trim() === "") faults.displayName = phrase("settings.displayName.missing");
  for (const name of ["logoUrl", "backgroundImage", "privacyNoticeUrl"] as const) {
    if (!isSecureAddress(form[name]) || refused.has(changeName(name))) {
      faults[name] = phrase("settings.address.wrong");
    }
  }
  for (const name of ["accentColor", "buttonColor"] as const) {
    if (form[name].trim() !== "" && colorOf(form[name]) === null)
      faults[name] = phrase("settings.color.wrong");
  }
  const email = form.contactEmail.trim();
  if ((email !== "" && !EMAIL.test(email)) || refused.has("contactEmail")) {
    faults.contactEmail = phrase("settings.contactEmail.wrong");
  }
  const days = form.replyWithinDays;
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS)) {
    faults.replyWithinDays = phrase("settings.replyWithinDays.wrong");
  }
  return faults;
}

/** The members that differ, as the service takes them; empty ones are cleared. */
export function changesOf(form: BrandingForm, before: BrandingForm): ChangeBranding {
  const names = Object.keys(form) as (keyof BrandingForm)[];
  const changes = names
    .filter((name) => valueOf(form, name) !== valueOf(before, name))
    .map((name) => [changeName(name), valueOf(form, name)] as const);
  return Object.fromEntries(changes);
}

function valueOf(form: BrandingForm, name: keyof BrandingForm): string | number | null {
  const value = form[name];
  if (name === "accentColor" || name === "buttonColor") return colorOf(form[name]);
  if (typeof value !== "string") return value;
  return value.trim() === "" ? null : value.trim();
}

function changeName(name: keyof BrandingForm): string {
  return name in CHANGE_NAMES ? CHANGE_NAMES[name as keyof typeof CHANGE_NAMES] : name;
}

function colorText(color: string | null): string {
  return color === null ? "" : `#${color}`;
}

/** Pages of candidates load nothing from an insecure address. */
function isSecureAddress(text: string): boolean {
  const address = text.trim();
  return address === "" || (URL.canParse(address) && /^https:\/\//i.test(address));
}
