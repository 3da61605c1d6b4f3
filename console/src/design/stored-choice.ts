import { useState } from "react";

/** A yes or no that is kept for the tab. */
export function useStoredChoice(name: string, initial: boolean): [boolean, (value: boolean) => void] {
  const key = `console-choice:${name}`;
  const [value, setValue] = useState(() => {
    const stored = sessionStorage.getItem(key);
    return stored === null ? initial : stored === "yes";
  });
  return [
    value,
    (next) => {
      sessionStorage.setItem(key, next ? "yes" : "no");
      setValue(next);
    },
  ];
}
