// Lets the page's own scripts hear the sounds of the trial, at the pace of a clock of its own: a frame of sound is
// 50 ms, and a judgement comes so many milliseconds after it was asked for, however long it really took.
//
//   node page.mjs SCENARIOS.json JUDGE_URL LATENCY_MS
//
// Prints a line of JSON for each scenario.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { setImmediate } from "node:timers/promises";

const [scenariosFile, judgeUrl, latency] = process.argv.slice(2);
const { scenarios, page, unfinishedWords, listeningWords } = JSON.parse(readFileSync(scenariosFile));

// The microphone and the service are the trial's.
register(`data:text/javascript,${encodeURIComponent(`
export function resolve(specifier, context, next) {
  const names = ["./microphone.js", "./turns.js", "./speech_stream.js"];
  if (!names.includes(specifier)) return next(specifier, context);
  return { url: "data:text/javascript," + encodeURIComponent(
    "export const openMicrophone = (...given) => globalThis.trial.openMicrophone(...given);" +
    "export const readSpeech = () => globalThis.trial.readSpeech();" +
    "export const speechStream = () => null;"), shortCircuit: true };
}`)}`);
const { listening } = await import(`file://${page}/candidate_voice.js`);
const { endOfSpeechSeconds, goesOn } = await import(`file://${page}/end_of_speech.js`);
const { FRAME_SECONDS } = await import(`file://${page}/voice_activity.js`);

const clock = { now: 0, due: [], asked: [] };
const spent = [];
AbortSignal.timeout = (milliseconds) => ({ milliseconds });
const reallyFetch = globalThis.fetch;
globalThis.fetch = (address, { signal, ...request }) => new Promise((resolve, reject) => {
  const at = clock.now;
  const began = performance.now();
  const answered = reallyFetch(`${judgeUrl}?${address.split("?")[1]}`, request).then(async (response) => {
    const body = await response.json();
    spent.push(performance.now() - began);
    const isLate = Number(latency) > signal.milliseconds;
    const act = isLate ? () => reject(new Error("late")) : () => resolve({ ok: response.ok, json: async () => body });
    clock.due.push({ at: at + (isLate ? signal.milliseconds : Number(latency)) / 1000, act });
  });
  clock.asked.push(answered);
});

// Hands over what has come by now.
async function settle() {
  await Promise.all(clock.asked.splice(0));
  const come = clock.due.filter(({ at }) => at <= clock.now);
  clock.due = clock.due.filter(({ at }) => at > clock.now);
  come.forEach(({ act }) => act());
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

async function hear(scenario, isJudged) {
  const file = readFileSync(scenario.file);
  const samples = new Int16Array(file.buffer, file.byteOffset, file.byteLength / 2);
  const size = FRAME_SECONDS * 16000;
  Object.assign(clock, { now: 0, due: [], asked: [] });
  const seen = { asked: 0, ended: null, settled: null, interrupted: null, holds: [], goesOn: [] };
  let hears = scenario.interviewerSpeaks;
  let isHeld = false;
  let onFrame = null;
  globalThis.trial = {
    openMicrophone: async (frame) => { onFrame = frame; return { close() {} }; },
    readSpeech: async () => ({ mode: "upload", turnsUrl: isJudged ? "/turns" : null }),
  };
  const ears = listening({
    isInterviewerHeard: () => hears,
    onLevel() {},
    onSpeech() { if (hears) { seen.interrupted = clock.now; hears = false; } },
    onPartial() {},
    endAfter: (text) => endOfSpeechSeconds(text, unfinishedWords),
    goesOn: (text) => goesOn(text, unfinishedWords),
    hold() { seen.holds.push(clock.now); isHeld = true; return true; },
    goOn() { seen.goesOn.push(clock.now); isHeld = false; },
    onLongPause: () => null,
    onNothing() {},
    onEnd({ recording, settled, hasGoneOn }) {
      const ended = clock.now;
      settled.then(() => {
        if (hasGoneOn()) return;
        Object.assign(seen, { ended, settled: clock.now, recorded: (recording.size - 44) / 32000 });
      });
    },
    takeBack: () => true,
    onLost() {},
  }, "en", listeningWords);
  await ears.start();
  // The service is awake: the first call is not part of a scenario.
  for (let turn = 0; turn < 20 && isJudged; turn += 1) {
    clock.now += 1;
    await settle();
  }
  clock.now = 0;
  if (!hears) ears.open();
  for (let at = 0; at + size <= samples.length && seen.ended === null; at += size) {
    const frame = samples.slice(at, at + size);
    // An echo ends when the voice is held.
    if (scenario.isEcho && isHeld) frame.fill(0);
    let power = 0;
    for (const sample of frame) power += (sample / 0x7fff) ** 2;
    clock.now = (at + size) / 16000;
    await settle();
    onFrame(frame, Math.sqrt(power / size));
    await settle();
  }
  return { ...seen, isHeld };
}

for (const scenario of scenarios) {
  for (const isJudged of [false, true]) {
    const seen = await hear(scenario, isJudged);
    console.log(JSON.stringify({ name: scenario.name, isJudged, ...seen }));
  }
}
console.log(JSON.stringify({ spent }));
