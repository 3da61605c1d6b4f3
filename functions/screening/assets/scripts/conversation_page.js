import { conversationOf } from "./conversation/conversation.js";
import { frontOf } from "./conversation/front_page.js";
import { keptTurn } from "./conversation/kept_turn.js";
import "./conversation/shapes.js";
import { deliverTurn, insisted, readConversation, readSpeech } from "./conversation/turns.js";
import { configuration, texts } from "./invite/configuration.js";
import { answerOf } from "./invite/answers.js";
import { afterConsent } from "./invite/consent.js";
import { element } from "./invite/elements.js";
import { page } from "./invite/page.js";
import { help } from "./invite/help.js";
import { end, hasEnded, takeUpKept } from "./invite/saves.js";
import { connection, dress, show, WELCOME } from "./invite/steps.js";

const quietly = () => {};

// Opens the page: reads how the conversation stands, and shows what is next.
async function openConversation(hasAgreed) {
  const shown = await insisted(readConversation, (is) => { element("offline").hidden = !is; });
  const kept = shown.state === "active" && keptTurn(shown.turns[0].id);
  if (kept) {
    // What was on its way when the page was left is taken before anything else.
    await deliverTurn(shown.turns[0].id, kept, quietly).catch(quietly);
    return openConversation(hasAgreed);
  }
  const speech = await insisted(readSpeech, quietly).catch(() => ({ mode: "none" }));
  const mode = speech.mode === "upload" && !configuration.mayRecord ? "none" : speech.mode;
  const { turns, ...head } = shown;
  const conversation = conversationOf(head, mode);
  let isStarted = head.state === "ended";
  if (isStarted) conversation.showEnded(turns);
  const start = (byVoice) => {
    isStarted = true;
    show(WELCOME, false);
    conversation.start(byVoice).catch((failure) => hasEnded(failure.status));
  };
  page.opening = () => (isStarted ? [conversation.box] : frontOf(head, mode, start));
  const step = isStarted && Number.isInteger(history.state?.step) ? history.state.step : WELCOME;
  takeUpKept(answerOf);
  show(step, hasAgreed);
  history.replaceState({ step }, "");
  return undefined;
}

page.offlineText = texts.talkOffline;
dress();
page.start = null;
connection();
help(() => end("withdrawn"));
afterConsent((hasAgreed) => {
  openConversation(hasAgreed).catch((failure) => hasEnded(failure.status));
});
