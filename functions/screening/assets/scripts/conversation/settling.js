import { FRAME_SECONDS } from "./voice_activity.js";

// How long a sound is waited for that may be the beginning of speech, or what is behind it.
const PATIENCE_SECONDS = 0.5;

// An answer that has ended and may still go on. It settles after `seconds`, unless there is a sound just then.
export function settling(answer, seconds) {
  let settle;
  let hasGoneOn = false;
  let frames = 0;
  const settled = new Promise((resolve) => { settle = resolve; });
  if (!seconds) settle();

  // To be called for each frame.
  function hear(isSound) {
    frames += 1;
    const late = frames * FRAME_SECONDS - seconds;
    if (late >= PATIENCE_SECONDS || (late >= 0 && !isSound)) settle();
  }

  function goOn() {
    hasGoneOn = true;
    settle();
    return answer;
  }

  return { settled, settle, hear, goOn, hasGoneOn: () => hasGoneOn };
}
