import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";

interface ListFocus {
  /** Moves the focus so many links on. */
  move: (steps: number) => void;
  /** What the list hears of its links. */
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The focus in a list of links. The first takes it when the list comes, unless the person has gone on from
 * `focusedAtArrival`, what had the focus when the screen was opened. When the link that has it goes, because
 * somebody else did what it was for, the one in its place takes it.
 */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  focusedAtArrival: Element | null,
): ListFocus {
  const place = useRef(0);
  const focused = useRef<EventTarget | null>(null);
  // Before the list is painted: an effect behind that would wait for the whole screen to be drawn.
  useLayoutEffect(() => {
    if (document.activeElement === focusedAtArrival) focusOn(list.current, 0);
  }, [list, focusedAtArrival]);
  useEffect(() => {
    if (focused.current instanceof Element && !focused.current.isConnected)
      focusOn(list.current, place.current);
  });
  const move = (steps: number) => {
    const all = linksOf(list.current);
    const current = all.findIndex((link) => link === document.activeElement);
    focusOn(list.current, current === -1 ? 0 : Math.max(0, current + steps));
  };
  return {
    move,
    handlers: {
      onKeyDown: (event) => {
        const steps = STEPS[event.key];
        if (steps === undefined) return;
        event.preventDefault();
        move(steps);
      },
      onFocus: ({ target }) => {
        focused.current = target;
        place.current = linksOf(list.current).findIndex((link) => link === target);
      },
      onBlur: ({ target }) => {
        // A link that is removed loses the focus before it leaves the document.
        queueMicrotask(() => {
          if (target.isConnected && focused.current === target) focused.current = null;
        });
      },
    },
  };
}

function focusOn(list: HTMLElement | null, place: number): void {
  const all = linksOf(list);
  all[Math.min(place, all.length - 1)]?.focus();
}

function linksOf(list: HTMLElement | null): HTMLAnchorElement[] {
  return [...(list?.querySelectorAll("a") ?? [])];
}
