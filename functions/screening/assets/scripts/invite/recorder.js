import { configuration, texts } from "./configuration.js";
import { icon, make, say } from "./elements.js";
import { page } from "./page.js";
import { filled } from "./phrases.js";
import { clock, player, silence } from "./player.js";
import { give, mark } from "./saves.js";

const LONGEST_RECORDING_SECONDS = 10 * 60;
const BITS_A_SECOND = 48_000;
const RECORDED_TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus", "audio/ogg"];
export const BARS = 28;
const QUIETEST = 0.01;

// The best of what browsers record in that this one does. The service takes each of them. Safari says since 18.4
// that it records WebM, but does not play what it recorded, and older iPhones of a team play none at all.
function recordingType() {
  const isSafari = navigator.vendor.startsWith("Apple");
  const types = isSafari ? ["audio/mp4", ...RECORDED_TYPES] : RECORDED_TYPES;
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}

export function canRecord() {
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

export async function record(bars, onTick) {
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
export function recorderOf(item, refuse) {
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
    if (page.recording) return;
    const asking = { stop() {}, leave() {} };
    page.recording = asking;
    page.onChange(item);
    silence();
    box.replaceChildren(make("p", { text: texts.allowMicrophone, role: "status" }));
    const bars = Array.from({ length: BARS }, () => make("span"));
    const time = make("p", { class: "time", role: "timer", text: clock(0) });
    let session;
    try {
      session = await record(bars, (seconds) => { time.textContent = clock(seconds); });
    } catch (failure) {
      page.recording = null;
      ready();
      page.onChange(item);
      refuse(failure.name === "NotAllowedError" ? texts.microphoneRefused : texts.noMicrophone);
      return;
    }
    if (!box.isConnected) {
      session.stop();
      if (page.recording === asking) page.recording = null;
      return;
    }
    page.recording = session;
    const stop = make("button", { type: "button", class: "record on", "aria-label": texts.stop, onclick: session.stop }, icon("stop", 34));
    box.replaceChildren(make("div", { class: "level", "aria-hidden": "true" }, ...bars), time, stop, make("strong", { text: texts.stop, "aria-hidden": "true" }));
    say(texts.recordingBegan);
    stop.focus();
    const take = await session.finished;
    if (page.recording === session) page.recording = null;
    // Whoever leaves in the middle of another take has not decided for it: the answer from before counts.
    if (session.isLeft() && hasAnswer(item)) {
      page.onChange(item);
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
