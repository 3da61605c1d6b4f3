import { openMicrophone } from "./microphone.js";
import { speechStream } from "./speech_stream.js";
import { readSpeech } from "./turns.js";
import { FRAME_SECONDS, voiceActivity } from "./voice_activity.js";
import { wavOf } from "./wav.js";

const FRAMES_BEFORE_SPEECH = 10;
const LONGEST_SPEECH_SECONDS = 5 * 60;

function joined(frames) {
  const samples = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
}

// The candidate's voice: notices when speech begins and ends, records it and, where the service streams, has it
// understood meanwhile. `events` has:
//   isInterviewerHeard()  whether the interviewer is speaking
//   onLevel(loudness)     for each frame
//   onSpeech()            speech has begun
//   onPartial(text)       what is understood so far
//   endAfter(text)        how many seconds of silence end speech of which `text` is understood so far
//   onEnd(speech)         speech has ended: `recording`, and `heard()`, which resolves to the words that were
//                         understood in the stream, or to null where there was none or it failed
//   onLost()              the microphone was taken away
export function listening(events) {
  const activity = voiceActivity();
  let microphone = null;
  let session = null;
  let stream = null;
  let frames = [];
  let understood = "";
  let isOpen = false;
  let isAutomatic = true;

  async function start() {
    microphone ??= await openMicrophone(onFrame, lose);
    await refresh();
  }

  function lose() {
    stop();
    events.onLost();
  }

  // An address for a stream is good for a minute only, so it is asked for anew before each answer.
  async function refresh() {
    if (session?.mode !== "upload") session = await readSpeech().catch(() => null);
  }

  // Listens for an answer from now on.
  function open() {
    if (isOpen) return;
    isOpen = true;
    refresh();
    // Whoever speaks already is heard from now on.
    if (!isAutomatic || activity.isSpeaking) begin();
  }

  function begin() {
    if (stream || activity.isTaken) return;
    activity.isTaken = true;
    frames = frames.slice(-FRAMES_BEFORE_SPEECH);
    if (session?.mode === "stream" && new Date(session.expiresAt) > new Date()) {
      try {
        stream = speechStream(session.url, understand);
        frames.forEach((frame) => stream.send(frame));
      } catch { /* the recording is uploaded */ }
    }
    events.onSpeech();
  }

  function understand(text) {
    if (!activity.isTaken) return;
    understood = text;
    events.onPartial(text);
  }

  function onFrame(samples, loudness) {
    events.onLevel(loudness);
    const heard = activity.hear(loudness, events.endAfter(understood), events.isInterviewerHeard());
    frames.push(samples);
    if (!activity.isTaken) frames = frames.slice(-FRAMES_BEFORE_SPEECH);
    stream?.send(samples);
    if (heard === "began" && isAutomatic && (isOpen || events.isInterviewerHeard())) begin();
    const isLong = frames.length * FRAME_SECONDS > LONGEST_SPEECH_SECONDS;
    if (activity.isTaken && ((heard === "ended" && isAutomatic) || isLong)) finish();
  }

  // The candidate has said all.
  function finish() {
    if (!activity.isTaken) return;
    const finished = stream;
    const recording = wavOf(joined(frames));
    reset();
    events.onEnd({
      recording,
      heard: async () => {
        try {
          return finished && (await finished.finish());
        } catch {
          session = { mode: "upload" };
          return null;
        }
      },
    });
  }

  function reset() {
    activity.reset();
    activity.isTaken = false;
    stream = null;
    frames = [];
    understood = "";
    isOpen = false;
  }

  // Stops listening for an answer. What was said since is dropped.
  function close() {
    stream?.abandon();
    reset();
  }

  function stop() {
    close();
    microphone?.close();
    microphone = null;
  }

  return {
    // Whether the beginning and the end of speech are noticed, or the candidate says when it ends.
    automatic: (is) => { isAutomatic = is; },
    start, open, finish, close, stop,
    isOn: () => Boolean(microphone),
    isTaken: () => Boolean(activity.isTaken),
    understood: () => understood,
    isStreaming: () => Boolean(stream),
  };
}
