import { configuration, texts } from "./configuration.js";
import { element, make } from "./elements.js";
import { filled } from "./phrases.js";
import { call } from "./service.js";

const KINDS = {
  more_time: texts.helpMoreTime, other_format: texts.helpOtherFormat,
  question: texts.helpQuestion, withdraw: texts.helpWithdraw,
};
const NEED_WORDS = ["other_format", "question"];
const MOST_CHARACTERS = 2000;

// Asks whether the candidate means it. The dialog gives the focus back where it was.
function withdrawalDialog(onWithdraw) {
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "withdraw-title", "aria-describedby": "withdraw-text" },
    make("h2", { id: "withdraw-title", text: texts.withdrawTitle }),
    make("p", { id: "withdraw-text", text: filled(texts.withdrawText, configuration) }),
    make("div", { class: "row" },
      make("button", { type: "button", class: "quiet-button", text: texts.goBack, onclick: () => dialog.close() }),
      make("button", { type: "button", class: "button", text: texts.withdrawNow, onclick: () => {
        dialog.close();
        onWithdraw();
      } })));
  return dialog;
}

// The form in which a candidate asks the team for something. `onWithdrawn` is called after a withdrawal.
function requestForm(kinds, onWithdrawn) {
  const standing = make("p", { class: "quiet", role: "status" });
  const trouble = make("p", { class: "wrong", role: "alert", hidden: true });
  const label = make("label", { for: "help-words" });
  const words = make("textarea", { id: "help-words", rows: 4, maxlength: MOST_CHARACTERS });
  const send = make("button", { type: "submit", class: "button", text: texts.helpSend });
  const dialog = withdrawalDialog(() => post("withdraw"));
  const radios = kinds.map((kind) => make("input", { type: "radio", name: "help-kind", value: kind, onchange: show }));
  const choices = make("fieldset", { class: "help-kinds" }, make("legend", { text: texts.helpAsk }),
    ...radios.map((radio) => make("label", { class: "choice" }, radio, make("span", { text: KINDS[radio.value] }))));
  const form = make("form", { novalidate: true }, choices, label, words, trouble, send, standing, dialog);
  let isBusy = false;

  const chosen = () => radios.find((radio) => radio.checked)?.value;

  function show() {
    label.textContent = filled(NEED_WORDS.includes(chosen()) ? texts.helpWords : texts.helpWordsOptional, configuration);
    tell("", "");
  }

  function tell(fault, done) {
    trouble.textContent = fault;
    trouble.hidden = !fault;
    standing.textContent = done;
  }

  function choose(kind) {
    radios.forEach((radio) => { radio.checked = radio.value === kind; });
    show();
  }

  async function post(kind) {
    if (isBusy) return;
    isBusy = true;
    send.ariaDisabled = "true";
    tell("", texts.sending);
    const text = words.value.trim();
    try {
      await call("POST", "/requests", text ? { kind, text } : { kind });
      words.value = "";
      tell("", filled(texts.helpSent, configuration));
      if (kind === "withdraw") onWithdrawn();
    } catch (failure) {
      tell(failure.status === 409 ? texts.helpTooMany : texts.helpNotSent, "");
    } finally {
      isBusy = false;
      send.ariaDisabled = "false";
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const kind = chosen();
    if (NEED_WORDS.includes(kind) && !words.value.trim()) {
      tell(texts.helpNoWords, "");
      words.focus();
    } else if (kind === "withdraw") {
      dialog.showModal();
    } else {
      post(kind);
    }
  });
  choose(kinds[0]);
  return { form, choose, ask: () => dialog.showModal(), words };
}

let open = () => {};
let withdraw = () => {};

// Opens the help where the candidate asks for something of a kind.
export const openHelp = (kind) => open(kind);
// Asks whether the candidate withdraws.
export const askToWithdraw = () => withdraw();

// Puts the form into the help of the page. The page's address may ask for it, as the messages' links do.
export function help(onWithdrawn) {
  const box = element("help");
  if (!configuration.help) return;
  const { form, choose, ask, words } = requestForm(configuration.help.kinds, onWithdrawn);
  element("help-form").append(form);
  open = (kind) => {
    box.open = true;
    choose(kind);
    words.focus();
  };
  withdraw = () => {
    box.open = true;
    choose("withdraw");
    ask();
  };
  const openByAddress = () => {
    if (location.hash !== "#help") return;
    box.open = true;
    box.scrollIntoView();
    box.querySelector("summary").focus({ preventScroll: true });
  };
  window.addEventListener("hashchange", openByAddress);
  openByAddress();
}
