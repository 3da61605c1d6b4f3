import { afterEach, describe, expect, test } from "vitest";
import english from "../languages/en.json";
import { counted, loadLanguage, phrase } from "./catalogue";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  eager: true,
  import: "default",
  query: "?raw",
});

describe("the catalogue", () => {
  afterEach(() => loadLanguage("en"));

  test("fills values in and takes the form that a number asks for", async () => {
    await loadLanguage("en");

    expect(phrase("scoreForm.correct.topic", { topic: "Calm" })).toBe("Correct the score of Calm");
    expect(counted("queue.waiting", 1)).toBe("1 item waiting");
    expect(counted("queue.waiting", 1_200)).toBe("1,200 items waiting");
  });

  test("speaks English where a language has no phrases", async () => {
    await loadLanguage("xx");

    expect(document.documentElement.lang).toBe("en");
  });

  test("has no phrase that nothing says", () => {
    const code = Object.values(sources).join("\n");
    const unused = Object.keys(english).filter((name) => !code.includes(`"${name}"`));

    expect(unused).toEqual([]);
  });
});
