import { Status, type Tone } from "../../design/Status";
import { phrase, type PhraseName } from "../../language/catalogue";
import type { CandidateImport, ImportRowStatus } from "../../service/records";

const IMPORTS: Readonly<Record<CandidateImport["status"], readonly [PhraseName, Tone]>> = {
  awaiting_file: ["imports.status.awaiting_file", "caution"],
  running: ["imports.status.running", "accent"],
  complete: ["imports.status.complete", "good"],
  failed: ["imports.status.failed", "bad"],
  cancelled: ["imports.status.cancelled", "neutral"],
};

const ROWS: Readonly<Record<ImportRowStatus, readonly [PhraseName, Tone]>> = {
  created: ["imports.rows.created", "good"],
  updated: ["imports.rows.updated", "accent"],
  skipped: ["imports.rows.skipped", "neutral"],
  failed: ["imports.rows.failed", "bad"],
};

export function ImportStatus({ status }: { status: CandidateImport["status"] }) {
  const [words, tone] = IMPORTS[status];
  return <Status tone={tone}>{phrase(words)}</Status>;
}

export function RowStatus({ status }: { status: ImportRowStatus }) {
  const [words, tone] = ROWS[status];
  return <Status tone={tone}>{phrase(words)}</Status>;
}
