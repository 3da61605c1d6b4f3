/** What is wrong with a row, in words; and the rows that are, as a file. */

import { downloadCsv } from "../../design/download";
import { phrase, type PhraseName } from "../../language/catalogue";
import { formatList } from "../../language/format";
import { faultyRows } from "../../service/candidate-imports";
import type { ImportRow } from "../../service/records";
import { type Member, MEMBER_NAMES, MEMBERS } from "./columns";
import { keptList } from "./kept-lists";

type Fault = ImportRow["errors"][number];

const WORDS: Partial<Record<Member, PhraseName>> = {
  email: "invite.line.email",
  phone: "invite.line.phone",
  timezone: "zone.unknown",
  tags: "candidateForm.tags.wrong",
  resumeUrl: "candidateForm.address",
  linkedInURL: "candidateForm.address",
};

/** `E-mail: This is not an e-mail address.` */
export function faultWords({ field, reason }: Fault): string {
  const member = MEMBERS.find((each) => each === field);
  if (member === undefined) return field === "" ? reason : phrase("imports.fault", { field, reason });
  const words = reason === "is required" ? "imports.fault.missing" : WORDS[member];
  return phrase("imports.fault", {
    field: phrase(MEMBER_NAMES[member]),
    reason: words === undefined ? reason : phrase(words),
  });
}

/** Saves the rows that have problems: with their cells where this tab still has the list. */
export async function downloadFaults(importId: string): Promise<void> {
  const rows = await faultyRows(importId);
  const kept = keptList(importId);
  const columns = kept?.list.columns ?? [];
  const titles = [phrase("imports.row"), phrase("imports.problems"), ...columns];
  const body = rows.map(({ row, errors }) => [
    row,
    formatList(errors.map(faultWords)),
    ...(columns.length === 0 ? [] : (kept?.list.rows[row - 1] ?? [])),
  ]);
  downloadCsv(phrase("imports.faults.file"), [titles, ...body]);
}
