const PATIENCE_TICK = 500;

// Calls `onSilence` when nothing was noticed for so long. While `isHeld` says so no time passes.
export function patience(isHeld, onSilence) {
  let seconds = Infinity;
  let since = performance.now();
  const notice = () => { since = performance.now(); };
  setInterval(() => {
    if (isHeld()) notice();
    if (performance.now() - since < seconds * 1000) return;
    notice();
    onSilence();
  }, PATIENCE_TICK);
  return { notice, lasts: (given) => { seconds = given; } };
}
