import { type RefObject, useEffect } from "react";

/** How long whatever removed a control may take to put the focus elsewhere. */
const PATIENCE_MS = 100;

/** Gives the focus to the screen's heading when what had it is gone: keys would go nowhere otherwise. */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let focused: EventTarget | null = document.activeElement;
    const keep = (event: FocusEvent) => (focused = event.target);
    const catchLost = () => {
      if (!(focused instanceof Element) || focused.isConnected) return;
      focused = null;
      setTimeout(() => {
        if (document.activeElement === document.body) main.current?.querySelector("h1")?.focus();
      }, PATIENCE_MS);
    };
    const observer = new MutationObserver(catchLost);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", keep);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", keep);
    };
  }, [main]);
}
