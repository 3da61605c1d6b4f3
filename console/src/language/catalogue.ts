/** The phrases in the language of the browser: those of the first view before anything is shown, then the rest. */

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

const firstParts = import.meta.glob<Source | Compiled>("../languages/*.json", {
  import: "default",
  query: "?part=first",
});
const rests = import.meta.glob<Source | Compiled>("../languages/*.json", {
  import: "default",
  query: "?part=rest",
});

let language = DEFAULT_LANGUAGE;
let loaded: Catalogue | undefined;
let first: Promise<void> = Promise.resolve();
let rest: Promise<void> | undefined;

/** Loads what the first view says in a language, in English where it has none, and tells the browser which. */
export function loadLanguage(wanted: string): Promise<void> {
  language = addressOf(wanted) in firstParts ? wanted : DEFAULT_LANGUAGE;
  rest = undefined;
  first = beginCatalogue();
  return first;
}

async function beginCatalogue(): Promise<void> {
  const phrases = await read(firstParts);
  loaded = { ...phrases, language, plurals: new Intl.PluralRules(language) };
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/** Loads what all other screens say, once. */
export function loadOtherPhrases(): Promise<void> {
  rest ??= addOtherPhrases().catch((error: unknown) => {
    rest = undefined;
    throw error;
  });
  return rest;
}

async function addOtherPhrases(): Promise<void> {
  const [{ phrases, forms }] = await Promise.all([read(rests), first]);
  const begun = catalogue();
  loaded = { ...begun, phrases: { ...begun.phrases, ...phrases }, forms: { ...begun.forms, ...forms } };
}

async function read(parts: Readonly<Record<string, () => Promise<Source | Compiled>>>): Promise<Compiled> {
  const load = parts[addressOf(language)];
  if (load === undefined) throw new Error(`no phrases for ${language}`);
  return compiled(await load());
}

/** The language that is shown. */
export function currentLanguage(): string {
  return catalogue().language;
}

/** The language that is shown, with the reader's region: dates and numbers are written as there. */
export function currentLocale(): string {
  const language = currentLanguage();
  return navigator.languages.find((each) => each.split("-")[0] === language) ?? language;
}

/** A phrase with its values filled in. */
export function phrase(name: PhraseName, values: PhraseValues = {}): string {
  return filled(catalogue().phrases[name] ?? name, values);
}

/** A phrase that follows a number, which stands in it as `{count}`. */
export function counted(name: CountedName, count: number, values: PhraseValues = {}): string {
  const { forms, plurals } = catalogue();
  const fitting = forms[name]?.[plurals.select(count)] ?? forms[name]?.other ?? name;
  return filled(fitting, { count, ...values });
}

function catalogue(): Catalogue {
  if (loaded === undefined) throw new Error("a phrase was asked for before the language was loaded");
  return loaded;
}

function addressOf(code: string): string {
  return `../languages/${code}.json`;
}

function filled(text: string, values: PhraseValues): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => shown(values[name] ?? placeholder));
}

function shown(value: string | number): string {
  return typeof value === "string" ? value : new Intl.NumberFormat(currentLocale()).format(value);
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
