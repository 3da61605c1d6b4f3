const BEGIN_FRAMES = 2;
const PAUSE_FRAMES = 6;
const SPEECH_FRAMES = 18;
// What ends as soon as the voice is held was its own echo, or a click.
const ECHO_FRAMES = 3;
const MOST_DOUBT = 2;
const DOUBTED_MORE = 1.5;
const LEAST_SPEECH_SECONDS = 0.3;
const SHORTEST_WORDS_SECONDS = 0.15;
const LETTERS = /[\p{L}\p{M}]+/gu;

// Decides whether what is heard while the interviewer speaks is meant to interrupt: the voice is held at the first
// loud sound, and goes on after a cough, after "yeah" and when it was nobody's speech. `listeningWords` are words of
// the language by which a listener says no more than that. `judge` is null where nobody can be asked.
export function bargeIn(listeningWords) {
  let suspicion = null;

  // Returns "held" when the interviewer has to be silent for a moment, "meant" when the candidate interrupts,
  // "missed" when the interviewer goes on, and "" otherwise. `sound` returns what was heard since a moment before.
  function hear(activity, judge, sound) {
    if (!suspicion) {
      if (activity.loudFrames < BEGIN_FRAMES) return "";
      suspicion = { frames: 0, loudFrames: 0, isAsked: false, verdict: "" };
      return "held";
    }
    suspicion.frames += 1;
    suspicion.loudFrames += activity.isLoud ? 1 : 0;
    const hasPaused = activity.quietFrames >= PAUSE_FRAMES;
    if (hasPaused && suspicion.loudFrames <= ECHO_FRAMES) suspicion.verdict = "missed";
    if (suspicion.verdict) return conclude(activity);
    const isLong = activity.isLoud && suspicion.frames >= SPEECH_FRAMES;
    if (!suspicion.isAsked && (hasPaused || isLong)) {
      suspicion.isAsked = true;
      ask(suspicion, judge, sound(), hasPaused);
    }
    return "";
  }

  // The next sound has to be louder after an echo, so that it does not hold the voice again and again.
  function conclude(activity) {
    const { verdict } = suspicion;
    const isEcho = verdict === "missed" && suspicion.loudFrames <= ECHO_FRAMES;
    activity.doubt = isEcho ? Math.min(MOST_DOUBT, activity.doubt * DOUBTED_MORE) : 1;
    reset();
    return verdict;
  }

  async function ask(asked, judge, sound, hasPaused) {
    const said = await judge.ask(sound, hasPaused ? "end" : "speech");
    if (!said) asked.verdict = hasPaused ? "missed" : "meant";
    else if (hasPaused) asked.verdict = isSaying(said) ? "meant" : "missed";
    else asked.verdict = said.spokenSeconds >= LEAST_SPEECH_SECONDS ? "meant" : "missed";
  }

  // Whether more was said than that one listens.
  function isSaying({ spokenSeconds, words }) {
    if (spokenSeconds < SHORTEST_WORDS_SECONDS) return false;
    const said = (words || "").toLowerCase().match(LETTERS) || [];
    return said.some((word) => !listeningWords.includes(word));
  }

  function reset() {
    suspicion = null;
  }

  return { hear, reset, frames: () => (suspicion ? suspicion.frames : 0), isHeld: () => Boolean(suspicion) };
}
