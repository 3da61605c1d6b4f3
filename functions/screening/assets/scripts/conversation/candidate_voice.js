import { bargeIn } from "./barge_in.js";
import { openMicrophone } from "./microphone.js";
import { settling } from "./settling.js";
import { spokenAnswer } from "./spoken_answer.js";
import { turnEnd } from "./turn_end.js";
import { turnJudge } from "./turn_judge.js";
import { readSpeech } from "./turns.js";
import { FRAME_SECONDS, voiceActivity } from "./voice_activity.js";
import { joined, wavOf } from "./wav.js";

const FRAMES_BEFORE_SPEECH = 10;
const LONGEST_SPEECH_SECONDS = 5 * 60;
const JUDGED_FRAMES = 8 / FRAME_SECONDS;
// A longer recording takes longer to be understood than the pause lasts.
const LONGEST_TO_PREPARE_FRAMES = 15 / FRAME_SECONDS;

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
//   onPause(text, seconds)  the candidate pauses, and so much is understood; where the service judges the end, as soon as
//                         that is more than when the pause began
//   onLongPause(recording, isPausing)  the candidate pauses where the service judges the end, and has not ended yet. Returns
//                         the upload of the recording, which is told to `onEnd` where nothing follows
//   onNothing()           what was taken for speech was none
//   onEnd(speech)         speech has ended, see `finish`
//   takeBack()            the candidate goes on after the end; returns whether that speech does not count yet
//   onLost()              the microphone was taken away
export function listening(events, language, listeningWords) {
  const activity = voiceActivity();
  const end = turnEnd(events.goesOn);
  const interruption = bargeIn(listeningWords);
  let judge = null;
  let microphone = null;
  let session = null;
  let answer = null;
  let ended = null;
  let longPause = null;
  // When the pause began.
  let understoodBefore = "";
  let recent = [];
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
    ended = null;
    refresh();
    // Whoever speaks already is heard from now on.
    if (!isAutomatic || activity.isSpeaking) begin();
  }

  function begin(framesAgo = 0) {
    if (answer) return;
    const begun = spokenAnswer(() => { if (answer === begun) events.onPartial(begun.understood()); });
    answer = begun;
    answer.begin(recent.slice(-FRAMES_BEFORE_SPEECH - framesAgo));
    understand(answer);
    events.onSpeech();
  }

  // Has the answer understood meanwhile, where the service streams.
  async function understand(begun) {
    if (session?.mode === "stream" && new Date(session.expiresAt) <= new Date()) await refresh();
    if (session?.mode === "stream" && answer === begun) begun.streamTo(session.url);
  }

  const understood = () => answer?.understood() || "";

  function onFrame(samples, loudness) {
    events.onLevel(loudness);
    const isHeard = events.isInterviewerHeard();
    const asked = usableJudge();
    const otherwise = events.endAfter(understood());
    const sound = () => answer.sound(JUDGED_FRAMES);
    if (!activity.pauseFrames) {
      endLongPause();
      understoodBefore = understood();
    }
    const seconds = answer && isAutomatic ? end.secondsOf(activity.pauseFrames, otherwise, asked, sound, answer.isStreaming()) : otherwise;
    activity.isSettling = Boolean(ended);
    const heard = activity.hear(loudness, seconds, isHeard, Boolean(asked));
    if (answer) answer.push(samples);
    else recent = [...recent, samples].slice(-JUDGED_FRAMES);
    if (answer?.isStreaming() && isAutomatic && activity.pauseFrames && (!asked || understood() !== understoodBefore)) events.onPause(understood(), activity.pauseFrames * FRAME_SECONDS);
    ended?.hear(activity.isSound);
    if (isAutomatic && isHeard && asked) interrupt(asked);
    else if (heard === "began" && isAutomatic && !goOn() && (isOpen || isHeard)) begin();
    if (heard === "nothing" && answer) drop();
    if (answer && isAutomatic && !heard && asked && end.isLong()) noticeLongPause();
    if (answer && heard === "ended" && isAutomatic) finish(true, asked ? end.settlesAfter() : 0);
    else if (answer?.frames() * FRAME_SECONDS > LONGEST_SPEECH_SECONDS) finish();
  }

  function noticeLongPause() {
    if (longPause || answer.isStreaming() || answer.frames() > LONGEST_TO_PREPARE_FRAMES) return;
    const begun = { isOver: false, uploading: null };
    longPause = begun;
    begun.uploading = events.onLongPause(wavOf(answer.sound()), () => !begun.isOver);
  }

  function endLongPause() {
    if (longPause) longPause.isOver = true;
    longPause = null;
  }

  // While the interviewer speaks: the voice is held while it is found out whether the candidate interrupts.
  function interrupt(asked) {
    const framesAgo = interruption.frames();
    const sound = () => joined(recent.slice(-FRAMES_BEFORE_SPEECH - framesAgo));
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
    answer.abandon();
    const wasOpen = isOpen;
    reset();
    isOpen = wasOpen;
    refresh();
    events.onNothing();
  }

  // The candidate has said all. `onEnd` is told of the `recording`, and of the upload of one that has all of it and was
  // made before, `uploading`; of `maySettle`, whether it does not count yet; of `heard()`, which resolves to the words that
  // were understood in streams, or to null where that was not so or failed; of `settled`, which resolves when the
  // candidate was silent for so many seconds more; and of `hasGoneOn()`, whether the candidate spoke again meanwhile,
  // which is possible where `mayGoOn`.
  function finish(mayGoOn = false, settlesAfter = 0) {
    if (!answer) return;
    const finished = answer;
    const uploading = longPause?.uploading || null;
    longPause = null;
    finished.end();
    reset();
    const ending = settling(finished, settlesAfter);
    const { settled, hasGoneOn } = ending;
    ended = mayGoOn ? ending : null;
    events.onEnd({
      recording: wavOf(finished.sound()),
      uploading,
      heard: async () => {
        try {
          return await finished.heard();
        } catch {
          session = { mode: "upload" };
          return null;
        }
      },
      maySettle: settlesAfter > 0, settled, hasGoneOn,
    });
  }

  // The candidate has not said all, and the end was none.
  function goOn() {
    if (!ended || !events.takeBack()) return false;
    answer = ended.goOn();
    ended = null;
    answer.begin(recent);
    understand(answer);
    isOpen = true;
    return true;
  }

  function reset() {
    activity.reset();
    end.reset();
    interruption.reset();
    ended?.settle();
    ended = null;
    answer = null;
    endLongPause();
    recent = [];
    isOpen = false;
  }

  // Stops listening for an answer. What was said since is dropped.
  function close() {
    answer?.abandon();
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
    start, open, close, stop, understood,
    finish: () => finish(),
    isOn: () => Boolean(microphone),
    isTaken: () => Boolean(answer),
    isStreaming: () => Boolean(answer?.isStreaming()),
  };
}
