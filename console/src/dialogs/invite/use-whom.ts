import { useState } from "react";
import { type Line, listed, MOST_LINES, type Person, problemOf, readLines } from "./people";
import { ownNewPerson, type PersonFields } from "./person-fields";

export type WhomMode = "find" | "new" | "several";

export interface Whom {
  mode: WhomMode;
  setMode: (mode: WhomMode) => void;
  found: readonly Person[];
  setFound: (found: readonly Person[]) => void;
  fields: PersonFields;
  setFields: (fields: PersonFields) => void;
  text: string;
  setText: (text: string) => void;
  lines: readonly Line[];
  /** How many would be invited. */
  count: number;
  /** Whom to invite; null while something is missing or wrong. */
  read: () => readonly Person[] | null;
}

const NOBODY: PersonFields = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  timezone: "",
  smsOptIn: false,
};

/** Whom the dialog invites: those chosen before it, those who are found, somebody new, or a list. */
export function useWhom(chosen: readonly Person[]): Whom {
  const [mode, setMode] = useState<WhomMode>("find");
  const [found, setFound] = useState<readonly Person[]>([]);
  const [fields, setFields] = useState(NOBODY);
  const [text, setText] = useState("");
  const lines = readLines(text);
  const people = chosen.length > 0 ? chosen : peopleOf(mode, found, fields, lines);
  return {
    mode,
    setMode,
    found,
    setFound,
    fields,
    setFields,
    text,
    setText,
    lines,
    count: people?.length ?? 0,
    read: () => people,
  };
}

function peopleOf(
  mode: WhomMode,
  found: readonly Person[],
  fields: PersonFields,
  lines: readonly Line[],
): readonly Person[] | null {
  if (mode === "find") return found.length === 0 ? null : found;
  if (mode === "new") {
    const person = ownNewPerson(fields);
    return problemOf(person) === null ? [listed(person)] : null;
  }
  const people = lines.flatMap(({ person }) => (person === null ? [] : [person]));
  const isComplete = people.length === lines.length && people.length > 0 && people.length <= MOST_LINES;
  return isComplete ? people : null;
}
