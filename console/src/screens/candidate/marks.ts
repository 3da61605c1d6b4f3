/** Where quotations stand in a text. Places count Unicode code points, as the service does. */

import type { EvidencePlace, Turn } from "../../service/records";

/** A quotation's name on the screen: its topic, and its number there. */
export function evidenceKey(topic: string, number: number): string {
  return `${topic} ${number}`;
}

export interface Range {
  key: string;
  start: number;
  end: number;
}

/** A part of a text, with the quotations that it is part of. */
export interface Piece {
  text: string;
  start: number;
  keys: readonly string[];
}

/** The text in pieces, in their order, cut wherever a quotation begins or ends. */
export function piecesOf(text: string, ranges: readonly Range[]): Piece[] {
  const points = Array.from(text);
  const cuts = new Set([0, points.length]);
  for (const { start, end } of ranges) cuts.add(clamp(start, points.length)).add(clamp(end, points.length));
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((start, at) => {
    const end = sorted[at + 1] ?? points.length;
    const keys = ranges.filter((range) => range.start < end && range.end > start).map(({ key }) => key);
    return { text: points.slice(start, end).join(""), start, keys };
  });
}

/** The quotations of an answer. */
export function rangesOf(questionId: string, places: ReadonlyMap<string, EvidencePlace>): Range[] {
  return [...places]
    .filter(([, place]) => place.questionId === questionId)
    .map(([key, { start, end }]) => ({ key, start, end }));
}

/**
 * The quotations in each turn of the candidate, by the turn's id. The answer's transcription, in which they are
 * counted, is the candidate's turns one after the other.
 */
export function rangesByTurn(
  transcription: string,
  turns: readonly Turn[],
  ranges: readonly Range[],
): ReadonlyMap<string, Range[]> {
  const found = new Map<string, Range[]>();
  const points = Array.from(transcription);
  let from = 0;
  for (const { id, role, text } of turns) {
    const start = role === "candidate" ? placeOf(Array.from(text), points, from) : null;
    if (start === null) continue;
    const end = start + Array.from(text).length;
    const within = ranges.filter((range) => range.start < end && range.end > start);
    found.set(
      id,
      within.map((range) => ({ ...range, start: range.start - start, end: range.end - start })),
    );
    from = end;
  }
  return found;
}

/** Where words begin in a text, from a place on; null where they are not in it. */
function placeOf(words: readonly string[], text: readonly string[], from: number): number | null {
  if (words.length === 0) return null;
  for (let start = from; start + words.length <= text.length; start++) {
    if (words.every((point, at) => text[start + at] === point)) return start;
  }
  return null;
}

function clamp(place: number, length: number): number {
  return Math.max(0, Math.min(place, length));
}
