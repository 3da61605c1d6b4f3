const ASKED_AFTER_FRAMES = [3, 14];
const FINISHED = 0.5;
const END_OF_UNFINISHED_SPEECH_SECONDS = 2.5;
// Less than this of speech is a cough, a click or a chair.
const LEAST_SPEECH_SECONDS = 0.1;

// Decides by sound how long a silence ends an answer. The service is asked in each pause, and asked again when it
// goes on. `goesOn` tells from words whether a thought is unfinished.
export function turnEnd(goesOn) {
  let pause = null;

  // The frames of the present pause, and how long a silence ends the answer while nothing better is known.
  // `judge` is null where nobody can be asked, and `sound` returns what was heard since the answer began. Returns
  // the seconds of silence that end the answer now, or null for what was no speech.
  function secondsOf(quietFrames, otherwise, judge, sound) {
    if (!quietFrames || !judge) {
      pause = null;
      return otherwise;
    }
    pause ??= { verdict: null };
    if (ASKED_AFTER_FRAMES.includes(quietFrames)) ask(pause, judge, sound());
    if (!pause.verdict) return otherwise;
    return pause.verdict.isSpeech ? pause.verdict.seconds : null;
  }

  async function ask(asked, judge, sound) {
    const said = await judge.ask(sound, "end");
    if (!said || asked !== pause) return;
    const isFinished = said.finished > FINISHED && !goesOn(said.words || "");
    asked.verdict = {
      isSpeech: said.spokenSeconds >= LEAST_SPEECH_SECONDS,
      seconds: isFinished ? 0 : END_OF_UNFINISHED_SPEECH_SECONDS,
    };
  }

  return { secondsOf, reset: () => { pause = null; } };
}
