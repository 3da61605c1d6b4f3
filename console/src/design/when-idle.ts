/** Waits until the browser has nothing more urgent to do than what comes next. */

/** The longest wait: something that never ends, such as an animation, must not put it off for good. */
const LONGEST_MS = 1_000;
/** For browsers that do not tell when they are idle. */
const USUAL_MS = 100;

export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, USUAL_MS);
    else requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
  });
}
