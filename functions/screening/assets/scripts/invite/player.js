import { texts } from "./configuration.js";
import { icon, make } from "./elements.js";

// What is heard at the moment.
let heard = null;

export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function silence() {
  if (heard) heard.pause();
}

// A player of sound. `seconds` is its length where the file does not say it, as recordings of a browser do not.
export function player(url, label, seconds) {
  const audio = new Audio();
  audio.preload = "metadata";
  audio.src = url;
  const button = make("button", { type: "button" });
  const place = make("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": texts.position });
  const time = make("span");
  const box = make("div", { class: "player", role: "group", "aria-label": label }, button, place, time);
  const length = () => seconds || (Number.isFinite(audio.duration) ? audio.duration : 0);

  function show() {
    button.replaceChildren(icon(audio.paused ? "play" : "pause"));
    button.setAttribute("aria-label", `${audio.paused ? texts.play : texts.pause}: ${label}`);
    place.max = Math.max(length(), 0.1);
    place.value = audio.currentTime;
    const reading = length() ? `${clock(audio.currentTime)} / ${clock(length())}` : clock(audio.currentTime);
    place.setAttribute("aria-valuetext", reading);
    time.textContent = reading;
  }

  button.addEventListener("click", () => {
    if (!audio.paused) return audio.pause();
    if (heard !== audio) silence();
    heard = audio;
    if (audio.error) audio.load();
    return audio.play().catch(() => {});
  });
  audio.addEventListener("error", () => { time.textContent = texts.cannotPlay; });
  place.addEventListener("input", () => { audio.currentTime = Number(place.value); });
  for (const name of ["play", "pause", "ended", "timeupdate", "loadedmetadata", "durationchange"]) {
    audio.addEventListener(name, show);
  }
  show();
  return box;
}
