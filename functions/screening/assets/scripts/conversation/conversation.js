import { configuration, texts } from "../invite/configuration.js";
import { element, icon, make } from "../invite/elements.js";
import { count, filled } from "../invite/phrases.js";
import { hasEnded, items, reasonOf, upload } from "../invite/saves.js";
import { patiently } from "../invite/service.js";
import { complete, go } from "../invite/steps.js";
import { avatarOf } from "./avatar.js";
import { listening } from "./candidate_voice.js";
import { composerOf } from "./composer.js";
import { endOfSpeechSeconds, goesOn } from "./end_of_speech.js";
import { addressOf, interviewerVoice } from "./interviewer_voice.js";
import { keepPlace, lastSaid, spokeLast } from "./kept_turn.js";
import { canHear } from "./microphone.js";
import { preparedReply } from "./prepared_reply.js";
import { legsOfReply } from "./reply_legs.js";
import { reviewOf } from "./review.js";
import { patience } from "./silence_timer.js";
import { nameOf, stageOf } from "./stage.js";
import { endDialog, toolsOf } from "./tools.js";
import { transcriptOf } from "./transcript.js";
import {
  beginConversation, deliverTurn, insisted, newTurnId, readConversation, WentOnElsewhere,
} from "./turns.js";
import { voicePanelOf } from "./voice_panel.js";
import { WAV } from "./wav.js";

const REPLAYED = ["question", "follow_up", "invite_questions"];
const UPLOAD_ATTEMPTS = 5;
const RECORDING_MAY_DELAY = 1_500;

// The conversation: whose turn it is, and what happens next. `phase` is one of
//   speaking   the interviewer is heard
//   open       the candidate's turn
//   hearing    what the candidate said is being understood
//   checking   what was heard is shown before it counts
//   sending    a turn is on its way
//   ended      there is nothing more to say
// A pause holds the conversation in any of them.
export function conversationOf(head, speechMode) {
  let phase = "sending";
  let turns = [];
  let isPaused = false;
  let isSoundOn = false;
  let hasCaptions = head.closedCaptions;
  let isVoiceOn = false;
  const cannotSpeak = speechMode === "none" || !canHear();
  let heldTurns = [];
  let checked = null;
  // Whether what is being understood is shown before it counts, whatever the setting says.
  let isToCheck = false;
  const unheard = new Set();
  const name = nameOf(head);

  const legs = legsOfReply();
  const avatar = avatarOf(head);
  const voice = interviewerVoice(avatar, {
    onTurn: draw,
    onSpoken: endTurn,
    onQuiet: () => { if (phase === "speaking") open(); },
    onAsked: () => legs.reach("talk-sound-asked"),
    onSound: () => legs.reach("talk-sound-began"),
  });
  const reply = preparedReply(() => turns.length);
  const unfinishedWords = texts.unfinishedWords.split(" ");
  const ears = listening({
    isInterviewerHeard: () => phase === "speaking",
    onLevel: (loudness) => panel.meter.show(isPaused ? 0 : loudness),
    onSpeech: beginSpeech,
    onPartial: (text) => panel.showPartial(text),
    endAfter: (text) => endOfSpeechSeconds(text, unfinishedWords),
    goesOn: (text) => goesOn(text, unfinishedWords),
    hold: () => voice.hold(),
    goOn: () => voice.goOn(),
    onPause: (text, seconds) => { if (phase === "open" && mayPrepare() && !goesOn(text, unfinishedWords)) reply.notice(text, seconds); },
    onLongPause: (recording, isPausing) => (phase === "open" ? uploadToPrepare(recording, isPausing) : null),
    onNothing: draw,
    onEnd: endSpeech,
    takeBack: takeSpeechBack,
    onLost: () => typeOnly(texts.noMicrophone),
  }, configuration.language, texts.listeningWords.split(" "));

  const stage = stageOf(head, avatar);
  const transcript = transcriptOf(name, (turn) => unheard.has(turn.sequence) && !hasCaptions);
  const panel = voicePanelOf({ onNext: next, onCheck: finishToCheck, onAutomatic: reopen });
  const reviewPlace = make("div", { class: "heard-place", hidden: true });
  const speak = make("button", { type: "button", class: "quiet-button speak", onclick: () => useVoice() }, icon("microphone", 18), texts.speakInstead);
  const type = make("button", { type: "button", class: "quiet-button speak", onclick: () => typeOnly() }, icon("pen", 18), texts.typeOnly);
  const composer = composerOf({ onSend: sendText, onTyping: () => waiting.notice(), beside: [speak, type] });
  const note = make("p", { class: "note", role: "status", hidden: true });
  const ask = endDialog(() => send({ end: true }, null));
  const tools = toolsOf([
    ["sound", "sound", texts.sound, true], ["captions", "captions", texts.captions, true],
    ["replay", "replay", texts.replay], ["repeat", "ask", texts.askAgain],
    ["pause", "pause", texts.pause], ["leave", "leave", texts.endShort],
  ], {
    sound: () => turnSound(!isSoundOn),
    captions: () => { hasCaptions = !hasCaptions; draw(); },
    replay,
    repeat: () => sendText(texts.askAgainWords),
    pause,
    leave: () => ask.showModal(),
  });
  const pausedBox = make("div", { class: "paused" }, make("p", { text: texts.pausedText }),
    make("button", { type: "button", class: "button", onclick: resume }, icon("play", 20), texts.resume));
  const after = make("div", { class: "after" });
  const bar = make("div", { class: "bar", role: "progressbar", "aria-valuemin": 0, "aria-label": texts.progress }, make("span"));
  const place = make("p", {}, make("span"), make("span"));
  const title = make("h2", { id: "heading", tabindex: -1, class: "unseen", text: filled(texts.talkWith, { name }) });
  const box = make("div", { class: "talk" }, title, make("div", { class: "talk-progress" }, place, bar),
    make("div", { class: "talk-top" }, stage.box, tools.box), transcript.box, note, pausedBox, reviewPlace, panel.box, composer.box, after, ask);

  const waiting = patience(
    () => isPaused || phase !== "open" || document.hidden || !navigator.onLine || ask.open || ears.isTaken() || !box.isConnected,
    noticeSilence);
  waiting.lasts(head.timeoutSeconds);

  // Shows everything as it is now.
  function draw() {
    const isEnded = phase === "ended";
    const isLive = !isEnded && !isPaused;
    stage.show(statusText(), phase === "speaking" && !isPaused);
    tools.press("sound", isSoundOn);
    tools.press("captions", hasCaptions);
    tools.enable("replay", isLive && phase !== "sending");
    tools.enable("repeat", isLive && ["open", "speaking"].includes(phase));
    tools.enable("pause", isLive);
    tools.enable("leave", isLive && phase !== "sending");
    tools.box.hidden = isEnded;
    pausedBox.hidden = !isPaused;
    panel.box.hidden = !isLive || !isVoiceOn || phase === "checking";
    reviewPlace.hidden = !isLive || !checked;
    type.hidden = !isVoiceOn;
    speak.hidden = !isLive || isVoiceOn || cannotSpeak;
    composer.box.hidden = !isLive;
    composer.busy(phase === "sending");
    after.hidden = !isEnded;
    panel.show(...panelText(), phase === "open" && ears.isStreaming());
    transcript.show(turns);
    drawProgress();
  }

  function statusText() {
    if (isPaused) return texts.paused;
    return {
      speaking: filled(texts.isSpeaking, { name }), open: isVoiceOn ? texts.isListening : texts.yourTurn,
      hearing: texts.understanding, checking: texts.pleaseCheck,
      sending: filled(texts.isThinking, { name }), ended: texts.hasEnded,
    }[phase];
  }

  function panelText() {
    if (phase === "speaking") return [texts.mayInterrupt, texts.interrupt, "stop"];
    if (phase === "open") return [ears.isTaken() ? texts.weHear : texts.speakNow, texts.doneSpeaking, "done"];
    return [phase === "hearing" ? texts.understanding : "", null, null];
  }

  function drawProgress() {
    const { asked, total } = head.progress;
    const words = filled(texts.place, { number: asked, count: total });
    place.firstChild.textContent = words;
    place.lastChild.textContent = phase === "ended" || asked === total ? "" : filled(texts.toGo, { count: total - asked });
    bar.firstChild.style.width = `${(100 * asked) / Math.max(1, total)}%`;
    bar.setAttribute("aria-valuemax", total);
    bar.setAttribute("aria-valuenow", asked);
    bar.setAttribute("aria-valuetext", words);
  }

  function become(next) {
    phase = next;
    waiting.notice();
    draw();
  }

  function tell(text) {
    note.textContent = text;
    note.hidden = !text;
  }

  // What the interviewer says is said aloud, where sound is on, and then it is the candidate's turn.
  function present(said) {
    if (isPaused) {
      heldTurns.push(...said);
      phase = "open";
      return draw();
    }
    const spoken = said.filter((turn) => turn.role === "interviewer" && turn.audioUrl);
    if (!isSoundOn || !spoken.length) return open();
    spoken.forEach((turn) => unheard.add(turn.sequence));
    become("speaking");
    voice.speak(spoken);
    return undefined;
  }

  function open() {
    if (isPaused) {
      phase = "open";
      return draw();
    }
    if (head.state === "ended") return finish();
    become("open");
    if (isVoiceOn && !ears.isTaken()) ears.open();
    return draw();
  }

  function endTurn(turn) {
    unheard.delete(turn.sequence);
    draw();
  }

  // Cuts the interviewer off; tells whether there was anything to cut.
  function hush() {
    const isCut = phase === "speaking";
    voice.stop();
    unheard.clear();
    return isCut;
  }

  function beginSpeech() {
    tell("");
    if (hush()) open();
    draw();
  }

  // What was said is understood. It counts once it has settled: until then the candidate may go on.
  async function endSpeech(speech) {
    legs.reach("talk-speech-ended");
    become("hearing");
    prepareReply(speech);
    const [text] = await Promise.all([speech.heard(), speech.settled]);
    if (!isUnderstood(speech)) return;
    const sound = text && mayPrepare() ? await reply.soundOf({ text }) : null;
    if (!isUnderstood(speech)) return;
    panel.showPartial("");
    if (text === "") {
      notUnderstood();
    } else if (text && !isVoiceOn && !isPaused) {
      dropChecked();
      become("open");
      composer.fill(text);
    } else if (text || isToCheck) {
      check(text, speech.recording, sound);
    } else {
      await sendSpeech(speech);
    }
  }

  // Whether it is still the end of what the candidate says.
  const isUnderstood = (speech) => phase === "hearing" && !speech.hasGoneOn();

  // A reply is prepared where it will be heard, and where nobody looks at the words first.
  const mayPrepare = () => isVoiceOn && isSoundOn && !isPaused && !isToCheck && panel.waiting() === "at-once";

  // Has the reply prepared while the answer settles.
  async function prepareReply(speech) {
    if (!speech.maySettle || speech.uploading || !mayPrepare()) return;
    const text = await speech.heard();
    if (!isUnderstood(speech)) return;
    if (text) reply.prepare({ text });
    else if (text === null) speech.uploading = uploadToPrepare(speech.recording, () => isUnderstood(speech));
  }

  // Uploads what was said so far, and has the reply to it prepared unless more is said meanwhile. Resolves to the id of the
  // recording, or to null where it could not be uploaded; returns null where nothing is prepared.
  function uploadToPrepare(recording, isStillSo) {
    if (!mayPrepare() || !reply.mayTakeRecording()) return null;
    const uploading = uploaded(recording).catch(() => null);
    uploading.then((mediaId) => { if (mediaId && isStillSo()) reply.prepare({ mediaId }); });
    return uploading;
  }

  function takeSpeechBack() {
    if (phase !== "hearing" || isToCheck) return false;
    legs.forget();
    become("open");
    return true;
  }

  // Text is null where the recording has not been understood yet.
  function check(text, recording, sound = null) {
    const uploading = text && configuration.keepsRecordings ? uploaded(recording).catch(() => null) : null;
    const sendHeard = () => {
      dropChecked();
      if (text) sendHeardText(text, uploading, sound);
      else sendRecording(recording);
    };
    const waitsFor = isToCheck ? "never" : panel.waiting();
    if (waitsFor === "at-once") return sendHeard();
    legs.forget();
    checked = reviewOf(text, recording, waitsFor, {
      send: sendHeard,
      correct: () => {
        dropChecked();
        become("open");
        composer.fill(text);
      },
      repeat: () => {
        dropChecked();
        open();
      },
    });
    reviewPlace.replaceChildren(checked.box);
    become("checking");
    if (isToCheck && !isPaused) checked.focus();
    return undefined;
  }

  function dropChecked() {
    isToCheck = false;
    checked?.close();
    checked = null;
    reviewPlace.replaceChildren();
  }

  // What the candidate has said so far is kept, and shown before it counts.
  function keepSpeech() {
    const isSaying = ears.isTaken() || ["hearing", "checking"].includes(phase);
    isToCheck = isSaying;
    checked?.hold();
    ears.finish();
    return isSaying;
  }

  function finishToCheck() {
    isToCheck = true;
    ears.finish();
  }

  function notUnderstood() {
    dropChecked();
    legs.forget();
    tell(texts.heardNoWords);
    open();
  }

  async function uploaded(recording) {
    const take = { blob: recording, contentType: WAV };
    return insisted(() => upload(take), trouble, UPLOAD_ATTEMPTS);
  }

  // Sends the recording of what was said, unless the candidate goes on while it is uploaded.
  async function sendSpeech(speech) {
    const mediaId = (await speech.uploading) || (await uploaded(speech.recording).catch(() => null));
    const sound = mediaId && mayPrepare() ? await reply.soundOf({ mediaId }) : null;
    if (!isUnderstood(speech)) return undefined;
    if (isToCheck) return check(null, speech.recording);
    if (!mediaId) return cannotUpload();
    hush();
    return send({ mediaId }, texts.yourRecording, beginReply(sound));
  }

  async function sendRecording(recording) {
    become("sending");
    const mediaId = await uploaded(recording).catch(() => null);
    return mediaId ? send({ mediaId }, texts.yourRecording) : cannotUpload();
  }

  function cannotUpload() {
    typeOnly(texts.cannotUnderstand);
    open();
  }

  function sendText(text) {
    return send({ text }, text);
  }

  // A machine has written the text down, which the service is told: there may be no recording to tell it.
  async function sendHeardText(text, uploading, sound) {
    hush();
    dropChecked();
    become("sending");
    transcript.showSending(text);
    const begun = beginReply(sound);
    const mediaId = uploading && (await Promise.race([uploading, patiently(RECORDING_MAY_DELAY / 1000)]));
    await send(mediaId ? { text, mediaId } : { text, heard: true }, text, begun);
  }

  // The first sentence of a reply that was prepared is heard while the turn is on its way. Returns it, or null.
  function beginReply(sound) {
    legs.reach("talk-turn-posted");
    if (!sound || !isSoundOn || avatar.frame) return null;
    const begun = { text: sound.text, address: addressOf(sound) };
    voice.begin(begun.address);
    return begun;
  }

  // One turn of the candidate. `words` are shown until it was taken. `begun` is what is heard of its reply already.
  async function send(said, words, begun) {
    if (begun === undefined) hush();
    ears.close();
    reply.forget();
    dropChecked();
    panel.showPartial("");
    tell("");
    transcript.showSending(words);
    become("sending");
    if (begun === undefined) legs.reach("talk-turn-posted");
    const sound = isSoundOn && !begun && !avatar.frame && { sound: true };
    const body = { turnId: newTurnId(), afterSequence: turns.length, ...said, ...sound };
    await settle(deliverTurn(turns[0].id, body, trouble), said, begun);
  }

  async function settle(delivery, said, begun) {
    try {
      const taken = await delivery;
      legs.reach("talk-turn-answered");
      transcript.showSending(null);
      const first = taken.firstSound && { text: taken.firstSound.text, address: addressOf(taken.firstSound) };
      adopt(taken.conversation, taken.turns, begun || first);
    } catch (failure) {
      voice.stop();
      transcript.showSending(null);
      await notTaken(failure, said);
    }
  }

  async function notTaken(failure, said) {
    if ([404, 410].includes(failure.status) && (await hasEnded(failure.status))) return ears.stop();
    if (failure instanceof WentOnElsewhere || failure.status === 422) {
      await catchUp();
      if (said.text && head.state === "active") composer.fill(said.text);
      if (said.silence && head.state === "active") pause();
      tell(head.state === "active" ? texts.elsewhere : "");
    } else if (said.mediaId && !said.text) {
      if (failure.status === 400) return notUnderstood();
      typeOnly(texts.cannotUnderstand);
      open();
    } else {
      if (said.text) composer.fill(said.text);
      open();
      tell(filled(texts.refused, { reason: reasonOf(failure) }));
    }
    return undefined;
  }

  // Takes over what came of a turn, or reads everything where something is missing in between.
  // `sound` is the first sentence of what the interviewer says.
  function adopt(conversation, taken, sound) {
    Object.assign(head, { state: conversation.state, progress: conversation.progress });
    const fresh = taken.filter((turn) => turn.sequence > turns.length);
    if (fresh.length && fresh[0].sequence !== turns.length + 1) return catchUp();
    turns = [...turns, ...fresh];
    const spoken = fresh.find((turn) => turn.role === "interviewer" && turn.audioUrl);
    if (sound && spoken?.text.trim().startsWith(sound.text)) spoken.firstSound = sound.address;
    else voice.stop();
    return present(fresh);
  }

  async function catchUp() {
    const { turns: all, state, progress } = await insisted(readConversation, trouble);
    const known = turns.length;
    Object.assign(head, { state, progress });
    turns = all;
    present(all.slice(Math.max(known, lastSaid(all))));
  }

  // Nothing was said for the time that the interview gives. That counts only where the candidate spoke last:
  // perhaps the answer is just being given on another device. A page that was left behind goes quiet.
  async function noticeSilence() {
    const read = await readConversation().catch(() => null);
    if (!read || phase !== "open" || isPaused || ears.isTaken()) return;
    if (read.turns.length !== turns.length) {
      await catchUp();
      if (head.state !== "active") return;
      pause();
      tell(texts.elsewhere);
    } else if (spokeLast(turns)) {
      await send({ silence: true }, null);
    }
  }

  // Shows what another device has said meanwhile.
  async function follow() {
    if (phase !== "open" || ears.isTaken() || isPaused) return;
    const read = await readConversation().catch(() => null);
    if (read && phase === "open" && read.turns.length !== turns.length) await catchUp();
  }

  function trouble(is) {
    element("offline").textContent = navigator.onLine ? texts.reconnecting : texts.talkOffline;
    element("offline").hidden = !is && navigator.onLine;
  }

  // The one button of the panel: interrupts the interviewer, or says that the candidate is done.
  function next() {
    if (hush()) {
      open();
    } else if (ears.isTaken()) {
      ears.finish();
    } else {
      tell(texts.heardNothingYet);
    }
  }

  function reopen(automatic) {
    ears.automatic(automatic);
    if (phase !== "open" || ears.isTaken()) return;
    ears.close();
    ears.open();
    draw();
  }

  function replay() {
    const last = turns.findLast((turn) => REPLAYED.includes(turn.kind)) || turns.findLast((turn) => turn.role === "interviewer");
    if (!last?.audioUrl) return tell(last?.text || "");
    hush();
    ears.close();
    dropChecked();
    legs.forget();
    voice.unlock();
    become("speaking");
    return voice.speak([last]);
  }

  function turnSound(on) {
    isSoundOn = on;
    if (on) voice.unlock();
    else if (hush()) open();
    draw();
  }

  function pause() {
    isPaused = true;
    const unsaid = phase === "speaking" ? turns.filter((turn) => unheard.has(turn.sequence)) : [];
    heldTurns.push(...unsaid);
    tell(keepSpeech() ? texts.keptForYou : "");
    voice.stop();
    ears.stop();
    panel.showPartial("");
    panel.meter.still();
    draw();
    pausedBox.querySelector("button").focus();
  }

  async function resume() {
    isPaused = false;
    tell("");
    if (isSoundOn) voice.unlock();
    if (isVoiceOn) await listenOrType();
    const held = heldTurns.splice(0);
    if (["speaking", "open"].includes(phase)) present(held);
    else draw();
    if (checked) checked.focus();
    else if (isVoiceOn) tools.box.querySelector('[data-tool="pause"]').focus();
    else composer.focus();
    await follow();
  }

  async function useVoice() {
    isVoiceOn = true;
    isSoundOn = true;
    voice.unlock();
    await askForMicrophone();
    if (phase === "open") open();
    draw();
  }

  async function askForMicrophone() {
    tell(texts.allowMicrophone);
    await listenOrType();
    if (isVoiceOn) tell("");
  }

  async function listenOrType() {
    try {
      await ears.start();
    } catch (failure) {
      typeOnly(failure.name === "NotAllowedError" ? texts.microphoneRefused : texts.noMicrophone);
    }
  }

  function typeOnly(reason = "") {
    isVoiceOn = false;
    const begun = checked?.text || ears.understood();
    ears.stop();
    panel.showPartial("");
    if (begun) {
      dropChecked();
      composer.fill(begun);
    }
    if (phase === "checking" && !checked) phase = "open";
    draw();
    tell(reason);
    if (!composer.box.hidden) composer.focus();
  }

  function finish() {
    isVoiceOn = false;
    ears.stop();
    become("ended");
    const [first, ...others] = items.filter((item) => !item.answered);
    const onward = first ? () => go(first.index) : () => complete(tell);
    after.replaceChildren(
      make("p", { text: first ? count("surveyAfter", others.length + 1) : texts.allSaid }),
      make("button", { type: "button", class: "button start", onclick: onward, text: first ? texts.goOn : texts.finish }));
    after.querySelector("button").focus({ preventScroll: true });
  }

  // Begins, or goes on, by voice or by text. To be called in a click.
  async function start(byVoice) {
    isVoiceOn = isSoundOn = byVoice;
    if (byVoice) voice.unlock();
    become("sending");
    title.focus({ preventScroll: true });
    if (byVoice) await askForMicrophone();
    const isFirst = head.state === "not_started";
    const begun = await insisted(beginConversation, trouble);
    if (isFirst) keepPlace(begun.turns[0].id, 0);
    Object.assign(head, { state: begun.state, progress: begun.progress });
    turns = begun.turns;
    present(turns.slice(lastSaid(turns)));
    if (!byVoice && phase === "open") composer.focus();
  }

  // Shows a conversation that has ended.
  function showEnded(shown) {
    turns = shown;
    finish();
  }

  // Another device may have gone on while nobody looked at this page.
  document.addEventListener("visibilitychange", () => { if (!document.hidden) follow(); });

  panel.mayReview(speechMode === "stream");
  return { box, start, showEnded };
}
