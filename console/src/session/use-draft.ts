import { useState } from "react";
import { draftKey } from "./stored-drafts";
import { useSession } from "./use-session";

/**
 * A text that a person has begun to write. It outlives a session that ends in the middle, and goes with a
 * sign-out.
 */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = draftKey(useSession().user.id, name);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  return [
    text,
    (next) => {
      if (next === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
      setText(next);
    },
  ];
}
