import { describe, expect, test } from "vitest";
import type { Turn } from "../../service/records";
import { piecesOf, rangesByTurn } from "./marks";

describe("pieces of a text", () => {
  test("are cut at code points, so that letters beyond the basic plane count once", () => {
    const pieces = piecesOf("🎧🎧 calm", [{ key: "Calm 0", start: 3, end: 7 }]);

    expect(pieces).toEqual([
      { text: "🎧🎧 ", start: 0, keys: [] },
      { text: "calm", start: 3, keys: ["Calm 0"] },
    ]);
  });

  test("belong to every quotation that overlaps there", () => {
    const pieces = piecesOf("abcdef", [
      { key: "one", start: 0, end: 4 },
      { key: "two", start: 2, end: 6 },
    ]);

    expect(pieces.map(({ text, keys }) => [text, keys])).toEqual([
      ["ab", ["one"]],
      ["cd", ["one", "two"]],
      ["ef", ["two"]],
    ]);
  });

  test("stay within the text where a place reaches beyond it", () => {
    expect(piecesOf("abc", [{ key: "one", start: 1, end: 9 }]).map(({ text }) => text)).toEqual(["a", "bc"]);
  });
});

describe("places in the turns of a conversation", () => {
  const turn = (id: string, role: string, text: string): Turn => ({
    id,
    sequence: 1,
    role,
    kind: "answer",
    questionId: "question",
    text,
    audioUrl: null,
    machineTranscribed: false,
    createdAt: "2026-03-01T10:00:00.000Z",
  });

  test("are counted from the turn's own beginning", () => {
    const turns = [
      turn("a", "candidate", "I listen."),
      turn("b", "interviewer", "And?"),
      turn("c", "candidate", "I answer."),
    ];
    const found = rangesByTurn("I listen.\nI answer.", turns, [{ key: "Calm 0", start: 12, end: 18 }]);

    expect(found.get("a")).toEqual([]);
    expect(found.get("c")).toEqual([{ key: "Calm 0", start: 2, end: 8 }]);
    expect(found.has("b")).toBe(false);
  });
});
