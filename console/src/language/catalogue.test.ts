import { afterEach, describe, expect, test } from "vitest";
import english from "../languages/en.json";
import { counted, loadLanguage, loadOtherPhrases, type PhraseName, phrase } from "./catalogue";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  eager: true,
  import: "default",
  query: "?raw",
});

/** The code of the first view. */
const SEEN_FIRST = [
  "/design/shell/",
  "/design/shortcuts/",
  "/screens/not-found/",
  "/screens/review-queue/",
  "/screens/sign-in/",
  "/session/roles",
  "/service/errors",
  "/design/Boundary",
  "/design/Dialog.",
  "/design/Failure",
];

describe("the catalogue", () => {
  afterEach(() => loadLanguage("en"));

  test("fills values in and takes the form that a number asks for", async () => {
    await loadLanguage("en");
    await loadOtherPhrases();

    expect(phrase("scoreForm.correct.topic", { topic: "Calm" })).toBe("Correct the score of Calm");
    expect(counted("queue.waiting", 1)).toBe("1 item waiting");
    expect(counted("queue.waiting", 1_200)).toBe("1,200 items waiting");
  });

  test("speaks English where a language has no phrases", async () => {
    await loadLanguage("xx");

    expect(document.documentElement.lang).toBe("en");
  });

  test("has all that the first view says before the other screens are loaded", async () => {
    await loadLanguage("en");
    const code = Object.entries(sources).filter(([file]) => SEEN_FIRST.some((part) => file.includes(part)));
    const said = code.flatMap(([, text]) =>
      [...text.matchAll(/"(\w+\.[\w.]+)"/g)].map(([, name]) => name ?? ""),
    );
    const names = Object.entries(english).flatMap(([name, text]) =>
      typeof text === "string" && said.includes(name) ? [name as PhraseName] : [],
    );

    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => phrase(name) === name)).toEqual([]);
  });

  test("has no phrase that nothing says", () => {
    const code = Object.values(sources).join("\n");
    const unused = Object.keys(english).filter((name) => !code.includes(`"${name}"`));

    expect(unused).toEqual([]);
  });
});
