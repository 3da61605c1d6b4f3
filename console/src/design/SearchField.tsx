import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
import { Field } from "./Field";

interface SearchFieldProps {
  label: string;
  /** What is searched for at present. */
  value: string;
  /** Called when the person has paused, or presses Enter. */
  onChange: (value: string) => void;
  description?: string | undefined;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  className?: string | undefined;
}

const PAUSE_MS = 300;

/** A field that narrows a list while the person writes. */
export function SearchField({ value, onChange, ...rest }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const latest = useRef(onChange);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => clearTimeout(pause.current), []);
  // What the address says counts, but what is being written stays as it is.
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  const search = (words: string) => {
    clearTimeout(pause.current);
    if (words.trim() !== value) latest.current(words.trim());
  };
  return (
    <Field
      {...rest}
      onChange={(words) => {
        setText(words);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => search(words), PAUSE_MS);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter") search(text);
      }}
      type="search"
      value={text}
    />
  );
}
