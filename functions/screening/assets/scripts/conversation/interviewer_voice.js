import { soundPlayer } from "./sound_player.js";

// The addresses of what a turn says: its parts, the first sentence and the rest, or the whole.
export const soundOf = (turn) => (turn.audioParts?.length ? turn.audioParts : [turn.audioUrl]);

// The same with the sound of the first one, where it came with the turn.
const heardOf = (turn) => (turn.firstSound ? [turn.firstSound, ...soundOf(turn).slice(1)] : soundOf(turn));

// An address of a sound that came in a response.
export const addressOf = ({ content, contentType }) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: contentType }));
};

// The interviewer's voice. Turns are spoken one after the other, by the avatar where it is ready, else by the
// page. `events` has:
//   onTurn(turn)     a turn begins
//   onSpoken(turn)   a turn ended, was cut off or cannot be heard
//   onQuiet()        all has been said
//   onAsked()        a sound is asked for
//   onSound()        a sound is heard
export function interviewerVoice(avatar, events) {
  const sound = soundPlayer(events.onSound);
  let queue = [];
  let current = null;
  let isPlaying = false;
  let begun = null;

  async function next() {
    const before = current;
    const turn = queue.shift() || null;
    current = turn;
    if (before) events.onSpoken(before);
    if (!turn) {
      if (before) events.onQuiet();
      return;
    }
    events.onTurn(turn);
    const isShown = await avatar.whenKnown();
    if (current !== turn) return;
    events.onAsked();
    isPlaying = !isShown;
    if (isShown) avatar.speak(turn, () => { if (current === turn) next(); });
    else play(turn, heardOf(turn));
  }

  function play(turn, addresses) {
    const following = queue[0] ? heardOf(queue[0])[0] : null;
    const isBegun = begun === addresses[0];
    begun = null;
    sound[isBegun ? "goOnWith" : "play"](addresses, following, (failure) => {
      if (failure?.name === "NotAllowedError") {
        stop();
        events.onQuiet();
      } else if (failure && addresses[0] !== turn.audioUrl) {
        play(turn, [turn.audioUrl]);
      } else {
        next();
      }
    });
  }

  // Says the first sentence of a turn that is on its way. `speak` goes on with it.
  function begin(address) {
    begun = address;
    sound.play([address], null, () => {});
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
    begun = null;
    sound.stop();
    if (cut.length) avatar.stop();
    cut.forEach(events.onSpoken);
  }

  // Is silent for a moment. Returns whether it can: an avatar only stops for good.
  function hold() {
    if (current && isPlaying) sound.hold();
    return Boolean(current && isPlaying);
  }

  function goOn() {
    sound.goOn();
  }

  // To be called in a click: browsers let a page be heard only then.
  function unlock() {
    avatar.open();
    if (!current) sound.unlock();
  }

  return { begin, speak, hold, goOn, stop, unlock, isSpeaking: () => Boolean(current), hasBegun: () => Boolean(begun) };
}
