/** A file with candidates as the browser reads it, before anything is sent. */

import type { PhraseName } from "../../language/catalogue";
import { phoneOf } from "../../dialogs/invite/people";
import { type Meaning, titleOf } from "./columns";
import { readCsv, writeCsv } from "./csv";

export interface List {
  name: string;
  /** The titles of the columns; none in a file of objects, whose members have their names already. */
  columns: readonly string[] | null;
  rows: readonly (readonly string[])[];
}

export type ReadList = { list: List } | { problem: PhraseName };

const LARGEST = 20 * 1_024 * 1_024;
const MOST_ROWS = 10_000;
const OBJECTS = /\.(ndjson|jsonl)$/i;
const YES = /^(true|yes|y|1|x|ja|oui|si|sí|sim|tak)$/i;

export async function readList(file: File): Promise<ReadList> {
  if (file.size > LARGEST) return { problem: "imports.file.large" };
  const text = textOf(await file.arrayBuffer());
  const isObjects = OBJECTS.test(file.name);
  const rows = isObjects ? linesOf(text) : readCsv(text);
  const columns = isObjects ? null : (rows.shift() ?? []);
  if (rows.length === 0) return { problem: "imports.file.empty" };
  if (rows.length > MOST_ROWS) return { problem: "imports.file.long" };
  return { list: { name: file.name, columns, rows } };
}

/** What is sent: the columns under the service's names, in UTF-8, numbers as they are dialled from anywhere. */
export function bytesOf({ columns, rows }: List, meanings: readonly Meaning[]): Uint8Array<ArrayBuffer> {
  if (columns === null) return encoded(rows.map((line) => `${line.join("")}\n`).join(""));
  const kept = columns.flatMap((column, at) => {
    const meaning = meanings[at] ?? "none";
    const title = titleOf(column, meaning);
    return title === null ? [] : [{ at, meaning, title }];
  });
  const head = kept.map(({ title }) => title);
  const body = rows.map((row) => kept.map(({ at, meaning }) => cellOf(row[at] ?? "", meaning)));
  return encoded(writeCsv([head, ...body]));
}

/** A name for a row, to find it again by. */
export function rowName(list: List, meanings: readonly Meaning[], row: number): string {
  const cells = list.rows[row - 1] ?? [];
  const part = (meaning: Meaning) => cells[meanings.indexOf(meaning)]?.trim() ?? "";
  return `${part("firstName")} ${part("lastName")}`.trim();
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function cellOf(cell: string, meaning: Meaning): string {
  const text = cell.trim();
  if (meaning === "phone") return phoneOf(text.replace(/^'/, "").replace(/^00/, "+")) ?? text;
  if (meaning === "smsOptIn") return text === "" ? "" : String(YES.test(text));
  if (meaning === "tags") return text.replace(/\s*[,;]\s*/g, "|");
  return text;
}

function linesOf(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) => [line]);
}

/** Spreadsheets still write in the letters of their region, or, as "Unicode text", two bytes for each letter. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
