import { useDraft } from "../../session/use-draft";
import type { JobValues } from "./values";

interface HeldValues {
  values: JobValues;
  change: (change: Partial<JobValues>) => void;
  /** Forgets what was written. */
  forget: () => void;
}

/** The values of a form, which outlive the screen until they are saved. */
export function useJobValues(name: string, initial: JobValues): HeldValues {
  const [draft, setDraft] = useDraft(name);
  const values = { ...initial, ...readDraft(draft) };
  return {
    values,
    change: (change) => setDraft(JSON.stringify({ ...readDraft(draft), ...change })),
    forget: () => setDraft(""),
  };
}

function readDraft(draft: string): Partial<JobValues> {
  return draft === "" ? {} : (JSON.parse(draft) as Partial<JobValues>);
}
