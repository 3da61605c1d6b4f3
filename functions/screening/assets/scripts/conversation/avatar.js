import { webAddress } from "../invite/addresses.js";
import { make } from "../invite/elements.js";
import { soundOf } from "./interviewer_voice.js";
import { nameOf } from "./stage.js";

const AVATAR_READY_WITHIN = 3_000;
// Whatever a player does, the conversation goes on: nobody speaks slower than this.
const SLOWEST_MILLISECONDS_A_CHARACTER = 150;
const SLOWEST_BEGINNING = 8_000;
// A player may say of a turn that was stopped that it has been spoken. That is not the turn that follows.
const STOPPED_WITHIN = 500;

// A player of another origin may be framed; on a page that is protected by TLS only one that is so too.
function playerAddress(url) {
  const address = webAddress(url || "");
  const isSafe = address && (address.protocol === "https:" || address.protocol === location.protocol);
  return isSafe && address.origin !== location.origin ? address : null;
}

// The interviewer's moving face: a player in a frame, which speaks what it is told to. `frame` is null where
// there is none. Who is not ready in time is not used any more.
export function avatarOf(head) {
  const address = head.audioOnly ? null : playerAddress(head.interviewer.avatarUrl);
  if (!address) return { frame: null, open() {}, whenKnown: async () => false, speak() {}, stop() {} };
  const frame = make("iframe", {
    class: "avatar", sandbox: "allow-scripts allow-same-origin", allow: "autoplay", referrerpolicy: "no-referrer", title: nameOf(head),
  });
  let known;
  let decide;
  let onSpoken = null;
  let limit = 0;
  let stoppedUntil = 0;

  function open() {
    if (known) return;
    known = new Promise((resolve) => { decide = resolve; });
    frame.src = address.href;
    setTimeout(() => decide(false), AVATAR_READY_WITHIN);
    known.then((isReady) => {
      if (isReady) frame.classList.add("ready");
      else frame.remove();
    });
  }

  const tell = (message) => frame.contentWindow?.postMessage(message, address.origin);

  function spoken() {
    clearTimeout(limit);
    const done = onSpoken;
    onSpoken = null;
    done?.();
  }

  // The player gets the sounds themselves: their addresses hold the token of the invite.
  async function speak(turn, onEnd) {
    onSpoken = onEnd;
    clearTimeout(limit);
    limit = setTimeout(spoken, SLOWEST_BEGINNING + SLOWEST_MILLISECONDS_A_CHARACTER * turn.text.length);
    const addresses = soundOf(turn);
    for (const [index, address] of addresses.entries()) {
      const sound = await loaded(address);
      if (onSpoken !== onEnd) return;
      tell({ type: "speak", text: index ? "" : turn.text, sound, isLast: index === addresses.length - 1 });
    }
  }

  const loaded = (address) => fetch(address).then((response) => (response.ok ? response.blob() : null)).catch(() => null);

  function stop() {
    clearTimeout(limit);
    if (onSpoken) stoppedUntil = performance.now() + STOPPED_WITHIN;
    onSpoken = null;
    tell({ type: "stop" });
  }

  window.addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== address.origin) return;
    if (data?.type === "ready") decide(true);
    if (data?.type !== "spoken") return;
    const isOfStopped = performance.now() < stoppedUntil;
    stoppedUntil = 0;
    if (!isOfStopped) spoken();
  });
  return { frame, open, whenKnown: async () => (known ? known : false), speak, stop };
}
