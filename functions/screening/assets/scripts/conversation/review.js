import { texts } from "../invite/configuration.js";
import { icon, make } from "../invite/elements.js";
import { filled } from "../invite/phrases.js";
import { player, silence } from "../invite/player.js";
import { WAV_HEADER_BYTES, WAV_SAMPLES_A_SECOND } from "./wav.js";

const SENDS_ITSELF_AFTER = 5;

// What was heard, before it counts. `waiting` says what happens meanwhile: "wait" sends it by itself after a few
// seconds, "never" waits for the candidate. Where nothing could be understood yet `text` is null, and the
// recording is played and sent instead.
export function reviewOf(text, recording, waiting, { send, correct, repeat }) {
  let left = SENDS_ITSELF_AFTER;
  const note = make("p", { class: "quiet", hidden: waiting === "never", text: filled(texts.sendsItself, { seconds: left }) });
  const sound = text === null && URL.createObjectURL(recording);
  const title = sound ? texts.yourRecording : texts.weHeard;
  const settle = (act) => () => {
    close();
    act();
  };
  const button = (kind, shape, label, act) => make("button", { type: "button", class: kind, onclick: settle(act) }, icon(shape, 18), label);
  const box = make("div", { class: "heard", role: "group", "aria-label": title },
    make("p", { class: "heard-title", text: title }),
    sound ? player(sound, texts.yourRecording, secondsOf(recording)) : make("p", { class: "heard-text", text }),
    make("div", { class: "row" },
      button("button", "send", texts.sendTurn, send),
      !sound && button("quiet-button", "pen", texts.correct, correct),
      button("quiet-button", "microphone", texts.sayAgain, repeat)),
    note);
  const ticking = waiting === "never" ? 0 : setInterval(() => {
    left -= 1;
    note.textContent = filled(texts.sendsItself, { seconds: Math.max(0, left) });
    if (left <= 0) settle(send)();
  }, 1000);

  // Nothing is sent by itself any more.
  function hold() {
    clearInterval(ticking);
    note.hidden = true;
  }

  function close() {
    hold();
    silence();
    if (sound) URL.revokeObjectURL(sound);
  }

  return { box, text, hold, close, focus: () => box.querySelector(".row button").focus() };
}

const secondsOf = (recording) => (recording.size - WAV_HEADER_BYTES) / (2 * WAV_SAMPLES_A_SECOND);
