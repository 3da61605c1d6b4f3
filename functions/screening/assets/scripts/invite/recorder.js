const LONGEST_RECORDING_SECONDS = 10 * 60;
const BITS_A_SECOND = 48_000;
const RECORDED_TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus", "audio/ogg"];
const BARS = 28;
const QUIETEST = 0.01;
const SHAPES = {
  person: "M12 3a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zm0 11c4.700 0 8 2.400 8 5.500V21H4v-1.500C4 16.400 7.300 14 12 14z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.100 13h2.200v2.200h-2.200zm1.100-9.200a3.600 3.600 0 0 1 3.600 3.600c0 2.200-2.500 2.500-2.500 4.400h-2.200c0-3 2.500-3.200 2.500-4.500a1.400 1.400 0 0 0-2.800 0H8.400A3.600 3.600 0 0 1 12 5.800z",
  calendar: "M7 2h2v2h6V2h2v2h2a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2zm-2 8v9h14v-9z",
  screen: "M4 4h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-6v2h3v2H7v-2h3v-2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm0 2v10h16V6z",
  page: "M6 2h8l5 5v13a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm7 1.800V8h4.200zM7.500 11v1.800h9V11zm0 4v1.800h9V15z",
  play: "M8 5.5v13l11-6.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  stop: "M7 7h10v10H7z",
  microphone: "M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15zm6.5-3.5a6.5 6.5 0 0 1-5.5 6.4V21h-2v-3.1a6.5 6.5 0 0 1-5.5-6.4h2a4.5 4.5 0 0 0 9 0z",
  pen: "M4 20l1-4.5L16.2 4.3a1.5 1.5 0 0 1 2.1 0l1.4 1.4a1.5 1.5 0 0 1 0 2.1L8.5 19z",
  done: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.4 14.6l-4.2-4.2 1.5-1.5 2.7 2.7 5.6-5.6 1.5 1.5z",
  open: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 3h2v6.5h-2zm0 8h2v2h-2z",
  clock: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 3v5.6l4.2 2.5 1-1.7-3.2-1.9V7z",
  cloud: "M7 19a5 5 0 0 1-.6-9.96A6 6 0 0 1 18 10.5 4.3 4.3 0 0 1 17.7 19zm3.9-2.6l5-5-1.4-1.4-3.6 3.6-1.7-1.7-1.4 1.4z",
  film: "M4 5h11a2 2 0 0 1 2 2v2.5l4-2.5v10l-4-2.5V17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z",
  up: "M2 10h4v11H2zm6 10V10l4.5-8 1.2.5c.8.4 1.2 1.2 1 2.1L14 9h6a2 2 0 0 1 2 2.4l-1.4 7A2 2 0 0 1 18.6 20z",
  down: "M22 14h-4V3h4zm-6-10v10l-4.5 8-1.2-.5a2 2 0 0 1-1-2.100L10 15H4a2 2 0 0 1-2-2.400l1.4-7A2 2 0 0 1 5.4 4z",
};

let heard = null;
let recording = null;

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter(Boolean));
  return made;
}

function icon(name, size = 22) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" })) {
    made.setAttribute(key, value);
  }
  shape.setAttribute("d", SHAPES[name]);
  shape.setAttribute("fill", "currentColor");
  made.append(shape);
  return made;
}

function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function silence() {
  if (heard) heard.pause();
}

// A player of sound. `seconds` is its length where the file does not say it, as recordings of a browser do not.
function player(url, label, seconds) {
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

// The best of what browsers record in that this one does. The service takes each of them. Safari says since 18.4
// that it records WebM, but does not play what it recorded, and older iPhones of a team play none at all.
function recordingType() {
  const isSafari = navigator.vendor.startsWith("Apple");
  const types = isSafari ? ["audio/mp4", ...RECORDED_TYPES] : RECORDED_TYPES;
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}

function canRecord() {
  return Boolean(
    configuration.mayRecord && window.isSecureContext && window.MediaRecorder
      && navigator.mediaDevices?.getUserMedia && recordingType());
}

// Shows how loud it is, and remembers the loudest, so that a dead microphone is noticed.
function levelOf(stream, bars) {
  const level = { loudest: 0, isKnown: false, close() {} };
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const heights = new Array(BARS).fill(0);
    const ticking = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);
      level.isKnown ||= context.state === "running";
      level.loudest = Math.max(level.loudest, loudness);
      heights.push(Math.min(1, 0.06 + Math.sqrt(loudness) * 1.6));
      heights.shift();
      bars.forEach((bar, index) => { bar.style.transform = `scaleY(${heights[index].toFixed(2)})`; });
    }, 80);
    level.close = () => {
      clearInterval(ticking);
      context.close().catch(() => {});
    };
  } catch { /* the level is a help, recording goes on without it */ }
  return level;
}

async function record(bars, onTick) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  const type = recordingType();
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_A_SECOND });
  const level = levelOf(stream, bars);
  const parts = [];
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  recorder.addEventListener("dataavailable", (event) => { if (event.data.size) parts.push(event.data); });
  const stopped = new Promise((resolve) => { recorder.addEventListener("stop", resolve, { once: true }); });
  const finished = stopped.then(() => {
    const lasted = Math.max(1, Math.round(seconds()));
    clearInterval(ticking);
    level.close();
    stream.getTracks().forEach((track) => track.stop());
    const blob = new Blob(parts, { type: (recorder.mimeType || type).split(";")[0] });
    return { blob, contentType: blob.type, seconds: lasted, isSilent: level.isKnown && level.loudest < QUIETEST };
  });
  const stop = () => { if (recorder.state !== "inactive") recorder.stop(); };
  let isLeft = false;
  const ticking = setInterval(() => {
    onTick(seconds());
    if (seconds() >= LONGEST_RECORDING_SECONDS) stop();
  }, 250);
  const leave = () => {
    isLeft = true;
    stop();
  };
  // A microphone that is unplugged or taken away ends the recording, and what was said until then counts.
  for (const track of stream.getTracks()) track.addEventListener("ended", stop);
  recorder.addEventListener("error", stop);
  recorder.start(1000);
  return { stop, leave, finished, isLeft: () => isLeft };
}

const hasAnswer = (item) => item.answered || Boolean(item.take);

// Records an answer to `item`. `refuse` is told why there is no microphone.
function recorderOf(item, refuse) {
  const box = make("div", { class: "recorder" });

  function ready() {
    const again = Boolean(item.take);
    const listen = again && player(item.take.url, texts.yourRecording, item.take.seconds);
    const start = again
      ? make("button", { type: "button", class: "quiet-button", onclick: begin }, icon("microphone", 20), texts.recordAgain)
      : make("button", { type: "button", class: "record", "aria-label": texts.record, onclick: begin }, icon("microphone", 34));
    const hint = make("p", { class: "quiet", text: item.take?.isSilent ? texts.silent : filled(texts.recordHint, { minutes: LONGEST_RECORDING_SECONDS / 60 }) });
    box.replaceChildren(...[listen, !again && start, !again && make("strong", { text: texts.record, "aria-hidden": "true" }), hint, again && start].filter(Boolean));
    return start;
  }

  async function begin() {
    if (recording) return;
    const asking = { stop() {}, leave() {} };
    recording = asking;
    onChange(item);
    silence();
    box.replaceChildren(make("p", { text: texts.allowMicrophone, role: "status" }));
    const bars = Array.from({ length: BARS }, () => make("span"));
    const time = make("p", { class: "time", role: "timer", text: clock(0) });
    let session;
    try {
      session = await record(bars, (seconds) => { time.textContent = clock(seconds); });
    } catch (failure) {
      recording = null;
      ready();
      onChange(item);
      refuse(failure.name === "NotAllowedError" ? texts.microphoneRefused : texts.noMicrophone);
      return;
    }
    if (!box.isConnected) {
      session.stop();
      if (recording === asking) recording = null;
      return;
    }
    recording = session;
    const stop = make("button", { type: "button", class: "record on", "aria-label": texts.stop, onclick: session.stop }, icon("stop", 34));
    box.replaceChildren(make("div", { class: "level", "aria-hidden": "true" }, ...bars), time, stop, make("strong", { text: texts.stop, "aria-hidden": "true" }));
    say(texts.recordingBegan);
    stop.focus();
    const take = await session.finished;
    if (recording === session) recording = null;
    // Whoever leaves in the middle of another take has not decided for it: the answer from before counts.
    if (session.isLeft() && hasAnswer(item)) {
      onChange(item);
      say(texts.kept);
    } else {
      keep(take);
    }
  }

  function keep(take) {
    if (!take.blob.size) {
      ready().focus();
      mark(item, item.status, texts.nothingRecorded);
      return;
    }
    if (item.take) URL.revokeObjectURL(item.take.url);
    item.take = { ...take, url: URL.createObjectURL(take.blob) };
    ready();
    say(filled(texts.recordingEnded, { time: clock(take.seconds) }));
    give(item, { take: item.take });
    if (box.isConnected) box.querySelector("button").focus();
  }

  ready();
  return box;
}
