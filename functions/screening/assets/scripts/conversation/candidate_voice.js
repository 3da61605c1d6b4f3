import { bargeIn } from "./barge_in.js";
import { openMicrophone } from "./microphone.js";
import { speechStream } from "./speech_stream.js";
import { turnEnd } from "./turn_end.js";
import { turnJudge } from "./turn_judge.js";
import { readSpeech } from "./turns.js";
import { FRAME_SECONDS, voiceActivity } from "./voice_activity.js";
import { wavOf } from "./wav.js";

const FRAMES_BEFORE_SPEECH = 10;
const LONGEST_SPEECH_SECONDS = 5 * 60;
const JUDGED_FRAMES = 8 / FRAME_SECONDS;

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
//   goesOn(text)          whether `text` is an unfinished thought
//   hold()                the interviewer has to be silent for a moment; returns whether that is possible
//   goOn()                the interviewer goes on
//   onNothing()           what was taken for speech was none
//   onEnd(speech)         speech has ended: `recording`, and `heard()`, which resolves to the words that were
//                         understood in the stream, or to null where there was none or it failed
//   onLost()              the microphone was taken away
export function listening(events, language, listeningWords) {
  const activity = voiceActivity();
  const end = turnEnd(events.goesOn);
  const interruption = bargeIn(listeningWords);
  let judge = null;
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
    if (session?.turnsUrl) judge ??= turnJudge(session.turnsUrl, language);
    judge?.wake();
  }

  const usableJudge = () => (judge?.isUsable() ? judge : null);

  // Listens for an answer from now on.
  function open() {
    if (isOpen) return;
    isOpen = true;
    refresh();
    // Whoever speaks already is heard from now on.
    if (!isAutomatic || activity.isSpeaking) begin();
  }

  function begin(framesAgo = 0) {
    if (stream || activity.isTaken) return;
    activity.isTaken = true;
    frames = frames.slice(-FRAMES_BEFORE_SPEECH - framesAgo);
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
    const isHeard = events.isInterviewerHeard();
    const asked = usableJudge();
    const otherwise = events.endAfter(understood);
    const sound = () => joined(frames.slice(-JUDGED_FRAMES));
    const seconds = activity.isTaken && isAutomatic ? end.secondsOf(activity.pauseFrames, otherwise, asked, sound) : otherwise;
    const heard = activity.hear(loudness, seconds, isHeard, Boolean(asked));
    frames.push(samples);
    if (!activity.isTaken) frames = frames.slice(-JUDGED_FRAMES);
    stream?.send(samples);
    if (isAutomatic && isHeard && asked) interrupt(asked);
    else if (heard === "began" && isAutomatic && (isOpen || isHeard)) begin();
    if (heard === "nothing" && activity.isTaken) drop();
    const isLong = frames.length * FRAME_SECONDS > LONGEST_SPEECH_SECONDS;
    if (activity.isTaken && ((heard === "ended" && isAutomatic) || isLong)) finish();
  }

  // While the interviewer speaks: the voice is held while it is found out whether the candidate interrupts.
  function interrupt(asked) {
    const framesAgo = interruption.frames();
    const sound = () => joined(frames.slice(-FRAMES_BEFORE_SPEECH - framesAgo));
    const heard = interruption.hear(activity, asked, sound);
    // While the voice is held there is no echo of it.
    activity.isHeld = interruption.isHeld();
    if (heard === "held" && !events.hold()) {
      interruption.reset();
      if (activity.isSpeaking) begin();
    } else if (heard === "missed") {
      activity.reset();
      events.goOn();
    } else if (heard === "meant") {
      activity.isSpeaking = true;
      begin(framesAgo);
    }
  }

  // What was taken for speech was none, and the candidate is listened to as before.
  function drop() {
    stream?.abandon();
    const wasOpen = isOpen;
    reset();
    isOpen = wasOpen;
    refresh();
    events.onNothing();
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
    end.reset();
    interruption.reset();
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
