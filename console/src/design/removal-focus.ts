import { type RefObject, useEffect, useRef } from "react";

interface RemovalFocus<Place extends HTMLElement> {
  /** What the list stands in; its items have `data-key`. */
  place: RefObject<Place | null>;
  /** Called before an item goes. */
  expectRemoval: (key: string) => void;
}

/** Gives the focus to the item in the place of one that was removed, or to `empty` when it was the last. */
export function useRemovalFocus<Place extends HTMLElement>(
  keys: readonly string[],
  empty: RefObject<HTMLElement | null>,
): RemovalFocus<Place> {
  const place = useRef<Place>(null);
  const expected = useRef<{ key: string; at: number } | null>(null);
  useEffect(() => {
    const { current } = expected;
    if (current === null || keys.includes(current.key)) return;
    expected.current = null;
    const next = keys[Math.min(current.at, keys.length - 1)];
    const item = place.current?.querySelector<HTMLElement>(`[data-key="${next ?? ""}"]`);
    (item?.querySelector<HTMLElement>("a, button") ?? empty.current)?.focus();
  });
  return {
    place,
    expectRemoval: (key) => {
      expected.current = { key, at: Math.max(0, keys.indexOf(key)) };
    },
  };
}
