const { texts, speeds } = JSON.parse(document.getElementById("configuration").textContent);
const recordings = Array.from(document.querySelectorAll("audio"));

// A quotation leads to its place by itself; where the recording is known it is played from there, too.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-recording]");
  const recording = link && document.getElementById(link.dataset.recording);
  if (!recording) return;
  recording.currentTime = Number(link.dataset.seconds);
  recording.play().catch(() => {});
});

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

// What browsers record often says no length, and the browser's own player then shows neither time nor bar. The
// service knows the length.
function showLength(recording) {
  const length = Number(recording.dataset.length);
  if (!length || Number.isFinite(recording.duration) || !recording.controls) return;
  const label = recording.getAttribute("aria-label");
  const button = document.createElement("button");
  const place = document.createElement("input");
  const time = document.createElement("span");
  const box = document.createElement("div");
  button.type = "button";
  Object.assign(place, { type: "range", min: 0, max: length, step: "any" });
  place.setAttribute("aria-label", `${texts.position}: ${label}`);
  box.className = "player";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  const show = () => {
    const at = Math.min(recording.currentTime, length);
    button.textContent = recording.paused ? "▶" : "❚❚";
    button.setAttribute("aria-label", `${recording.paused ? texts.play : texts.pause}: ${label}`);
    place.value = at;
    time.textContent = `${clock(at)} / ${clock(length)}`;
    place.setAttribute("aria-valuetext", time.textContent);
  };
  button.addEventListener("click", () => {
    if (recording.paused) recording.play().catch(() => {});
    else recording.pause();
  });
  place.addEventListener("input", () => { recording.currentTime = Number(place.value); });
  for (const name of ["play", "pause", "ended", "timeupdate", "seeked"]) recording.addEventListener(name, show);
  box.append(button, place, time);
  recording.controls = false;
  recording.after(box);
  show();
}

for (const each of recordings) {
  each.addEventListener("loadedmetadata", () => showLength(each));
  if (each.readyState > 0) showLength(each);
}

// Addresses of recordings end, and the place in the store that one leads to ends sooner: the page has new ones.
const MILLISECONDS_BETWEEN_TRIES = 5000;
const tried = new WeakMap();

async function playOn(recording) {
  const now = Date.now();
  if (now - (tried.get(recording) ?? 0) < MILLISECONDS_BETWEEN_TRIES) return;
  tried.set(recording, now);
  const { currentTime, paused, playbackRate } = recording;
  const response = await fetch(location.href, { cache: "no-store" });
  // The link to the results may have ended; the page says so.
  if (!response.ok) return void location.reload();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById(recording.id);
  if (!fresh) return;
  recording.addEventListener("loadedmetadata", () => {
    recording.currentTime = currentTime;
    recording.playbackRate = playbackRate;
    if (!paused) recording.play().catch(() => {});
  }, { once: true });
  recording.src = fresh.getAttribute("src");
}

document.addEventListener("error", (event) => {
  if (recordings.includes(event.target)) playOn(event.target).catch(() => {});
}, true);

// One recording plays at a time.
document.addEventListener("play", (event) => {
  for (const each of recordings) if (each !== event.target) each.pause();
}, true);

function speedChoice() {
  const label = document.createElement("label");
  const choice = document.createElement("select");
  choice.append(...speeds.map((speed) => new Option(`${speed}×`, speed, speed === "1", speed === "1")));
  choice.addEventListener("change", () => {
    for (const each of recordings) each.defaultPlaybackRate = each.playbackRate = Number(choice.value);
  });
  label.append(texts.speed, choice);
  return label;
}

function printing() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet-button";
  button.textContent = texts.print;
  button.addEventListener("click", () => window.print());
  return button;
}

// How the score was computed belongs on paper; what was said is printed where it is open.
const how = document.querySelector("details.how:not([open])");
if (how) {
  window.addEventListener("beforeprint", () => { how.open = true; });
  window.addEventListener("afterprint", () => { how.open = false; });
}

const actions = document.createElement("div");
actions.className = "actions";
actions.append(printing(), ...(recordings.length ? [speedChoice()] : []));
document.querySelector(".overview").after(actions);
