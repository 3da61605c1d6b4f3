import { prepareTurn } from "./turns.js";

const MOST_FOR_AN_ANSWER = 12;
// Each of them is an upload of its own.
const MOST_RECORDINGS_FOR_AN_ANSWER = 6;
// Later than that the turn itself is sooner.
const WAITED_FOR = 3_000;
// Shorter than that are the pauses within a phrase.
const PAUSE_SECONDS = 0.2;
// In a longer pause it is worth while whatever was prepared before.
const LONG_PAUSE_SECONDS = 0.5;
const FEWEST_NEW_WORDS = 8;
// What the service takes for the same words.
const WORDS = /[\p{L}\p{M}\p{N}_]+|[?\u061f\uff1f]/gu;

const wordsOf = (text) => text.toLowerCase().match(WORDS) || [];
const keyOf = ({ text, mediaId }) => (text ? wordsOf(text).join(" ") : `recording ${mediaId}`);

// The reply to what the candidate has said so far. The service prepares it in a pause that may be the end of an answer:
// nothing counts before, and nothing is heard. `place` returns the number of turns that there are.
export function preparedReply(place) {
  let asked = null;
  let preparations = 0;
  let recordings = 0;
  let pausedBefore = 0;
  let isPrepared = false;

  // Has the reply to `said` prepared, its `text` or its `mediaId`.
  function prepare(said) {
    const key = keyOf(said);
    if (asked?.key === key || preparations >= MOST_FOR_AN_ANSWER) return;
    preparations += 1;
    const sound = prepareTurn({ afterSequence: place(), prepare: said }).catch(() => null);
    asked = { key, sound, words: said.text ? wordsOf(said.text).length : 0 };
  }

  // To be called for each frame of a pause with what is understood by then. Not every pause is worth a reply. Where one
  // was, the words that come late are too.
  function notice(text, pausedSeconds) {
    if (pausedSeconds < pausedBefore) isPrepared = false;
    pausedBefore = pausedSeconds;
    const isNew = isPrepared || wordsOf(text).length - (asked?.words || 0) >= FEWEST_NEW_WORDS;
    if (!text || pausedSeconds < (isNew ? PAUSE_SECONDS : LONG_PAUSE_SECONDS)) return;
    isPrepared = true;
    prepare({ text });
  }

  function mayTakeRecording() {
    recordings += 1;
    return recordings <= MOST_RECORDINGS_FOR_AN_ANSWER;
  }

  // Resolves to the sound of the reply to `said`, or to null: at once where none was prepared, and where it is late.
  async function soundOf(said) {
    if (asked?.key !== keyOf(said)) return null;
    let limit;
    const late = new Promise((resolve) => { limit = setTimeout(() => resolve(null), WAITED_FOR); });
    return Promise.race([asked.sound, late]).finally(() => clearTimeout(limit));
  }

  // The answer has been given.
  function forget() {
    asked = null;
    preparations = 0;
    recordings = 0;
    pausedBefore = 0;
    isPrepared = false;
  }

  return { prepare, notice, mayTakeRecording, soundOf, forget };
}
