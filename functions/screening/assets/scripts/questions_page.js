dress();
connection();
afterConsent((hasAgreed) => {
  show(Number.isInteger(history.state?.step) ? history.state.step : WELCOME, hasAgreed);
  history.replaceState({ step }, "");
});
