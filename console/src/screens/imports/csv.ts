/** Comma-separated values as RFC 4180 has them, with commas, semicolons or tabs between the cells. */

const SEPARATORS = [",", ";", "\t"] as const;
const SPECIAL = /[",\r\n]/;
/** The line by which some programs tell spreadsheets the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The rows of a text; those without any content are left out. */
export function readCsv(file: string): string[][] {
  const text = file.replace(SEPARATOR_LINE, "");
  const separator = SEPARATOR_LINE.exec(file)?.[1] ?? separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== "")) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === "") isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else if (letter !== "\r") cell += letter;
  }
  endRow();
  return rows;
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: string): string {
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What stands most often in the first line. */
function separatorOf(text: string): string {
  const [head = ""] = text.split(/\r?\n/, 1);
  const counts = SEPARATORS.map((each) => [head.split(each).length, each] as const);
  return counts.reduce((best, each) => (each[0] > best[0] ? each : best))[1];
}
