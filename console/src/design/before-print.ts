import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/** Does something before the screen is printed, such as showing what is cut short. */
export function useBeforePrint(prepare: () => void): void {
  const latest = useRef(prepare);
  useEffect(() => {
    latest.current = prepare;
  });
  useEffect(() => {
    // The browser takes the page as it is when the event is over.
    const run = () => flushSync(() => latest.current());
    window.addEventListener("beforeprint", run);
    return () => window.removeEventListener("beforeprint", run);
  }, []);
}
