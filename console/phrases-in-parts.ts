/** Phrases in two parts: what the first view says, and the rest, which comes with the other screens. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** What the first view says, by the beginnings of the phrases' names. */
const FIRST_VIEW = new Set([
  "account",
  "boundary",
  "dialog",
  "failure",
  "list",
  "navigation",
  "notFound",
  "queue",
  "refused",
  "role",
  "score",
  "screen",
  "shared",
  "shell",
  "shortcuts",
  "signIn",
  "status",
  "team",
]);

type Phrases = Readonly<Record<string, unknown>>;

/** Answers `<language>.json?part=first` and `?part=rest` with the part of that file. */
export function phrasesInParts(): Plugin {
  return {
    name: "phrases-in-parts",
    enforce: "pre",
    load(id) {
      const [file = "", query] = id.split("?");
      const part = new URLSearchParams(query).get("part");
      if (part === null) return null;
      this.addWatchFile(file);
      const content = JSON.parse(readFileSync(file, "utf8")) as Phrases;
      const chosen = JSON.stringify(partOf(content, part === "first"));
      return { code: `export default ${chosen};`, moduleType: "js" };
    },
  };
}

/** English is a file of phrases; the others have phrases and forms side by side. */
function partOf(content: Phrases, isFirst: boolean): Phrases {
  const belongs = (name: string) => FIRST_VIEW.has(name.split(".")[0] ?? "") === isFirst;
  const chosen = (phrases: Phrases) =>
    Object.fromEntries(Object.entries(phrases).filter(([name]) => belongs(name)));
  const { phrases, forms } = content;
  const isCompiled = typeof phrases === "object" && typeof forms === "object";
  return isCompiled
    ? { phrases: chosen(phrases as Phrases), forms: chosen(forms as Phrases) }
    : chosen(content);
}
