dress();
connection();
show(Number.isInteger(history.state?.step) ? history.state.step : WELCOME, false);
history.replaceState({ step }, "");
