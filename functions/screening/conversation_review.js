const SENDS_ITSELF_AFTER = 5;

// What was heard, before it counts: it is sent by itself after a few seconds, unless the candidate corrects it,
// has switched that off, or wants no wait at all.
function reviewOf(text, waiting, { send, correct, repeat }) {
  let left = SENDS_ITSELF_AFTER;
  const note = make("p", { class: "quiet", text: waiting === "never" ? "" : filled(texts.sendsItself, { seconds: left }) });
  const settle = (act) => () => {
    clearInterval(ticking);
    act(text);
  };
  const box = make("div", { class: "heard", role: "group", "aria-label": texts.weHeard },
    make("p", { class: "heard-title", text: texts.weHeard }),
    make("p", { class: "heard-text", text }),
    make("div", { class: "row" },
      make("button", { type: "button", class: "button", onclick: settle(send) }, icon("send", 18), texts.sendTurn),
      make("button", { type: "button", class: "quiet-button", onclick: settle(correct) }, icon("pen", 18), texts.correct),
      make("button", { type: "button", class: "quiet-button", onclick: settle(repeat) }, icon("microphone", 18), texts.sayAgain)),
    note);
  const ticking = waiting === "never" ? 0 : setInterval(() => {
    left -= 1;
    note.textContent = filled(texts.sendsItself, { seconds: Math.max(0, left) });
    if (left <= 0) settle(send)();
  }, 1000);
  return { box, close: () => clearInterval(ticking) };
}
