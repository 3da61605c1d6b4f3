const UNLOCKING_SAMPLES = 800;

// The interviewer's voice. Turns are spoken one after the other through one player, which a click has unlocked.
// `onTurn` is told the turn that begins, `onSpoken` one that ended, was cut off or
// cannot be heard, and `onQuiet` is called when all has been said.
function interviewerVoice(onTurn, onSpoken, onQuiet) {
  const audio = new Audio();
  let queue = [];
  let current = null;

  function next() {
    const before = current;
    current = queue.shift() || null;
    if (before) onSpoken(before);
    if (!current) {
      audio.removeAttribute("src");
      if (before) onQuiet();
      return;
    }
    onTurn(current);
    audio.src = current.audioUrl;
    audio.play().catch((failure) => {
      if (failure.name !== "NotAllowedError") return;
      stop();
      onQuiet();
    });
    // The next one is synthesized meanwhile.
    if (queue[0]) fetch(queue[0].audioUrl, { redirect: "manual" }).catch(() => {});
  }

  function speak(turns) {
    queue.push(...turns.filter((turn) => turn.audioUrl));
    if (!current) next();
  }

  // Says no more. What was still to be said counts as spoken.
  function stop() {
    const cut = [current, ...queue].filter(Boolean);
    queue = [];
    current = null;
    audio.pause();
    audio.removeAttribute("src");
    cut.forEach(onSpoken);
  }

  // To be called in a click: browsers let a page be heard only then.
  function unlock() {
    if (current) return;
    const quiet = URL.createObjectURL(wavOf(new Int16Array(UNLOCKING_SAMPLES)));
    audio.src = quiet;
    audio.play().catch(() => {}).finally(() => URL.revokeObjectURL(quiet));
  }

  audio.addEventListener("ended", () => { if (current) next(); });
  audio.addEventListener("error", () => { if (current && audio.hasAttribute("src")) next(); });
  return { speak, stop, unlock, isSpeaking: () => Boolean(current) };
}
