/** The languages that an interview can be held in. */

import type { FormChoice } from "../../design/FormSelect";
import { currentLanguage } from "../../language/catalogue";

/** Those in which the service speaks to candidates. */
const SPOKEN = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "ar"];

/** The languages, and the present one should it be another. */
export function languageChoices(present: string): FormChoice[] {
  const all = SPOKEN.includes(present) ? SPOKEN : [...SPOKEN, present];
  const choices = all.map((id) => ({ id, name: languageName(id) }));
  return choices.toSorted((one, other) => one.name.localeCompare(other.name, currentLanguage()));
}

/** The name of a language in the reader's; the code itself where there is none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(currentLanguage(), { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
