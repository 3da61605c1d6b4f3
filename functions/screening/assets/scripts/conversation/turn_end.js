import { FRAME_SECONDS } from "./voice_activity.js";

const ASKED_AFTER_FRAMES = [3, 14];
const FINISHED = 0.5;
// Where only the words say that a thought goes on, or the sound says no longer that it does.
const END_IN_DOUBT_SECONDS = 1.6;
const END_OF_UNFINISHED_SPEECH_SECONDS = 2.5;
// An answer that the candidate takes up again within this time had not ended.
const SETTLED_SECONDS = 1;
// A pause of this length may be the end, whatever the service says of it.
const LONG_PAUSE_SECONDS = 0.5;
// Less than this of speech is a cough, a click or a chair.
const LEAST_SPEECH_SECONDS = 0.1;

// Decides by sound how long a silence ends an answer. The service is asked in each pause, and asked again when it
// goes on. `goesOn` tells from words whether a thought is unfinished.
export function turnEnd(goesOn) {
  let pause = null;
  let pausedSeconds = 0;

  // The frames of the present pause, and how long a silence ends the answer while nothing better is known.
  // `judge` is null where nobody can be asked, and `sound` returns what was heard since the answer began. Where
  // `isStreaming` nothing is gained by an end before the answer counts. Returns the seconds of silence that end the
  // answer now, or null for what was no speech.
  function secondsOf(pauseFrames, otherwise, judge, sound, isStreaming) {
    if (!pauseFrames || !judge) {
      pause = null;
      return otherwise;
    }
    pause ??= { verdict: null };
    pausedSeconds = pauseFrames * FRAME_SECONDS;
    // A finished answer stays finished.
    if (ASKED_AFTER_FRAMES.includes(pauseFrames) && pause.verdict?.seconds !== 0) ask(pause, judge, sound());
    if (!pause.verdict) return otherwise;
    const { isSpeech, seconds } = pause.verdict;
    return isSpeech ? Math.max(seconds, isStreaming ? SETTLED_SECONDS : 0) : null;
  }

  async function ask(asked, judge, sound) {
    const said = await judge.ask(sound, "end");
    if (!said || asked !== pause) return;
    const isAskedAgain = Boolean(asked.verdict);
    asked.verdict = {
      isSpeech: said.spokenSeconds >= LEAST_SPEECH_SECONDS,
      seconds: secondsAfter(said, isAskedAgain),
    };
  }

  // A longer silence makes any sound seem finished, so it counts for less.
  function secondsAfter({ finished, words }, isAskedAgain) {
    if (finished <= FINISHED) return END_OF_UNFINISHED_SPEECH_SECONDS;
    return isAskedAgain || goesOn(words || "") ? END_IN_DOUBT_SECONDS : 0;
  }

  // How many seconds more of silence an answer that ends now has to be followed by to count.
  function settlesAfter() {
    return pause?.verdict ? Math.max(0, SETTLED_SECONDS - pausedSeconds) : 0;
  }

  // Whether the pause is a long one by now, and not a silence without any speech before it.
  const isLong = () => Boolean(pause) && pausedSeconds >= LONG_PAUSE_SECONDS && pause.verdict?.isSpeech !== false;

  return { secondsOf, settlesAfter, isLong, reset: () => { pause = null; } };
}
