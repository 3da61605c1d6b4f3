import { wavOf } from "./wav.js";

const UNLOCKING_SAMPLES = 800;

// Plays addresses one after the other without a gap: of two players one loads what comes next while the other
// one is heard. `onSound` is called when the first sound of `play` is heard.
export function soundPlayer(onSound) {
  const players = [new Audio(), new Audio()];
  let turn = 0;
  let rest = [];
  let upcoming = null;
  let settle = null;
  let isHeld = false;
  const active = () => players[turn];

  function load(audio, address) {
    if (audio.getAttribute("src") === address && !audio.error) return;
    audio.preload = "auto";
    audio.src = address;
  }

  function start(address) {
    if (players[1 - turn].getAttribute("src") === address) turn = 1 - turn;
    const audio = active();
    const settled = settle;
    load(audio, address);
    if (!isHeld) playOn(audio, settled);
  }

  function playOn(audio, settled) {
    audio.play().catch((failure) => {
      if (failure.name !== "AbortError" && settled === settle) finish(failure);
    });
  }

  function finish(failure = null) {
    const settled = settle;
    settle = null;
    if (failure) active().removeAttribute("src");
    settled?.(failure);
  }

  // Plays `addresses`. What is `next` afterwards is loaded meanwhile. `onEnd` is called with null, or with what
  // went wrong: NotAllowedError where the browser lets the page not be heard.
  function play(addresses, next, onEnd) {
    isHeld = false;
    players.forEach((audio) => audio.pause());
    rest = addresses.slice(1);
    upcoming = next;
    settle = onEnd;
    start(addresses[0]);
  }

  // Goes on with what is played: the first of `addresses` is it, and the others follow.
  function goOnWith(addresses, next, onEnd) {
    const isOver = !settle;
    rest = addresses.slice(1);
    upcoming = next;
    settle = onEnd;
    if (!isOver) loadNext();
    else if (active().error || !active().ended) play(addresses, next, onEnd);
    else if (rest.length) start(rest.shift());
    else finish();
  }

  function loadNext() {
    const following = rest[0] || upcoming;
    if (following) load(players[1 - turn], following);
  }

  // Is silent until it goes on where it was.
  function hold() {
    isHeld = true;
    active().pause();
  }

  function goOn() {
    isHeld = false;
    if (settle) playOn(active(), settle);
  }

  function stop() {
    isHeld = false;
    settle = null;
    rest = [];
    for (const audio of players) {
      audio.pause();
      audio.removeAttribute("src");
    }
  }

  // To be called in a click: browsers let a page be heard only then.
  function unlock() {
    if (settle) return;
    for (const audio of players) {
      const quiet = URL.createObjectURL(wavOf(new Int16Array(UNLOCKING_SAMPLES)));
      audio.src = quiet;
      audio.play().catch(() => {}).finally(() => URL.revokeObjectURL(quiet));
    }
  }

  for (const audio of players) {
    const isHeard = () => settle && audio === active();
    audio.addEventListener("playing", () => {
      if (!isHeard()) return;
      onSound();
      loadNext();
    });
    audio.addEventListener("ended", () => {
      if (!isHeard()) return;
      if (rest.length) start(rest.shift());
      else finish();
    });
    audio.addEventListener("error", () => {
      if (isHeard() && audio.hasAttribute("src")) finish(audio.error);
    });
  }
  return { play, goOnWith, hold, goOn, stop, unlock };
}
