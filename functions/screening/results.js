"use strict";
{
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
}
