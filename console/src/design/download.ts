/** Saves what the screen knows as a file of the reader's. */

type CsvValue = string | number | null;

/**
 * Where spreadsheets begin a formula: at the beginning of a cell, and after what those of other regions take for the
 * end of one, whether it is quoted or not.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n]"*)(?=[=+\-@])/g;
const SPECIAL = /[",\r\n]/;
/** Tells spreadsheets that the letters are UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
const RELEASE_MS = 10_000;

export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}

/** Rows as a file for spreadsheets; the first row has the titles. */
export function downloadCsv(name: string, rows: readonly (readonly CsvValue[])[]): void {
  downloadText(`${fileName(name)}.csv`, BYTE_ORDER_MARK + csvOf(rows), "text/csv");
}

export function csvOf(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

/** A value, quoted where it has to be. A text that a spreadsheet would calculate has an apostrophe before it. */
function written(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = value.replace(FORMULA, "'");
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A name without what file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim();
}
