/** The languages in which candidates can be written to, by their names in the reader's language. */

import { currentLocale } from "./catalogue";

const LANGUAGES = ["ar", "de", "en", "es", "fr", "it", "nl", "pl", "pt"];

/** The languages to choose from, with the one that a record has already. */
export function languageChoices(current: string): { id: string; name: string }[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: "language" });
  const codes = LANGUAGES.includes(current) ? LANGUAGES : [current, ...LANGUAGES];
  return codes.map((code) => ({ id: code, name: names.of(code) ?? code }));
}
