import { afterConsent } from "./invite/consent.js";
import { answerOf } from "./invite/answers.js";
import { help } from "./invite/help.js";
import { end, takeUpKept } from "./invite/saves.js";
import { connection, dress, show, step, WELCOME } from "./invite/steps.js";

dress();
connection();
help(() => end("withdrawn"));
afterConsent((hasAgreed) => {
  takeUpKept(answerOf);
  show(Number.isInteger(history.state?.step) ? history.state.step : WELCOME, hasAgreed);
  history.replaceState({ step }, "");
});
