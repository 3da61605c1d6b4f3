import { configuration, texts } from "../invite/configuration.js";
import { forgetDraft, keepDraft, keptDraft } from "../invite/drafts.js";
import { icon, make } from "../invite/elements.js";
import { isForInputMethod } from "../../../../../layers/shared/gather/http/pages/assets/input_method.js";

const DRAFT = "turn";

// Where the candidate writes. What is half-written outlives a reload. Enter sends, Shift and Enter break the line. `beside` stands below the field.
export function composerOf({ onSend, onTyping, beside }) {
  const field = make("textarea", { id: "words", rows: 2, maxlength: configuration.longestTurn, placeholder: texts.typeHere, "aria-describedby": "words-hint" });
  const send = make("button", { type: "submit", class: "button send", "aria-label": texts.sendTurn }, icon("send", 22));
  const box = make("form", { class: "composer" },
    make("label", { class: "unseen", for: "words", text: texts.yourAnswer }),
    make("div", { class: "composer-row" }, field, send),
    make("div", { class: "composer-foot" }, make("p", { class: "quiet hint", id: "words-hint", text: texts.enterSends }), ...beside));
  let isBusy = false;

  function submit() {
    const text = field.value.trim();
    if (!text || isBusy) return;
    field.value = "";
    forgetDraft(DRAFT);
    onSend(text);
  }

  box.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || isForInputMethod(event)) return;
    event.preventDefault();
    submit();
  });
  field.addEventListener("input", () => {
    keepDraft(DRAFT, field.value);
    onTyping();
  });
  field.value = keptDraft(DRAFT) ?? "";

  return {
    box,
    fill(text) {
      field.value = text;
      keepDraft(DRAFT, text);
      field.focus();
    },
    focus: () => field.focus({ preventScroll: true }),
    isEmpty: () => !field.value.trim(),
    busy(is) {
      isBusy = is;
      send.disabled = is;
    },
  };
}
