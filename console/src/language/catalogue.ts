/** The phrases in the language of the browser. They are loaded once, before anything is shown. */

import type english from "../languages/en.json";

type English = typeof english;
type Names<Shape> = { [Name in keyof English]: English[Name] extends Shape ? Name : never }[keyof English];

/** The name of a phrase. */
export type PhraseName = Names<string>;
/** The name of a phrase that follows a number. */
export type CountedName = Exclude<keyof English, PhraseName>;

export type PhraseValues = Readonly<Record<string, string | number>>;

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
/** English is the source: names with their phrase or its forms. */
type Source = Readonly<Record<string, string | Forms>>;
/** The other languages are compiled from translators' files. */
interface Compiled {
  phrases: Readonly<Record<string, string>>;
  forms: Readonly<Record<string, Forms>>;
}

interface Catalogue extends Compiled {
  language: string;
  plurals: Intl.PluralRules;
}

const DEFAULT_LANGUAGE = "en";
const RIGHT_TO_LEFT = new Set(["ar"]);

const files = import.meta.glob<Source | Compiled>("../languages/*.json", { import: "default" });

let loaded: Catalogue | undefined;

/** Loads the phrases of a language, those of English where it has none, and says so to the browser. */
export async function loadLanguage(wanted: string): Promise<void> {
  const language = addressOf(wanted) in files ? wanted : DEFAULT_LANGUAGE;
  const load = files[addressOf(language)];
  if (load === undefined) throw new Error(`no phrases for ${language}`);
  loaded = { ...compiled(await load()), language, plurals: new Intl.PluralRules(language) };
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/** The language that is shown. */
export function currentLanguage(): string {
  return catalogue().language;
}

/** A phrase with its values filled in. */
export function phrase(name: PhraseName, values: PhraseValues = {}): string {
  return filled(catalogue().phrases[name] ?? name, values);
}

/** A phrase that follows a number, which stands in it as `{count}`. */
export function counted(name: CountedName, count: number, values: PhraseValues = {}): string {
  const { forms, plurals } = catalogue();
  const fitting = forms[name]?.[plurals.select(count)] ?? forms[name]?.other ?? name;
  return filled(fitting, { count: new Intl.NumberFormat(currentLanguage()).format(count), ...values });
}

function catalogue(): Catalogue {
  if (loaded === undefined) throw new Error("a phrase was asked for before the language was loaded");
  return loaded;
}

function addressOf(language: string): string {
  return `../languages/${language}.json`;
}

function filled(text: string, values: PhraseValues): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

function compiled(file: Source | Compiled): Compiled {
  if (isCompiled(file)) return file;
  const phrases: Record<string, string> = {};
  const forms: Record<string, Forms> = {};
  for (const [name, text] of Object.entries(file)) {
    if (typeof text === "string") phrases[name] = text;
    else forms[name] = text;
  }
  return { phrases, forms };
}

function isCompiled(file: Source | Compiled): file is Compiled {
  return typeof file.phrases === "object" && typeof file.forms === "object";
}
