import { afterConsent } from "./invite/consent.js";
import { connection, dress, show, step, WELCOME } from "./invite/steps.js";

dress();
connection();
afterConsent((hasAgreed) => {
  show(Number.isInteger(history.state?.step) ? history.state.step : WELCOME, hasAgreed);
  history.replaceState({ step }, "");
});
