import { webAddress } from "./addresses.js";
import { configuration, texts } from "./configuration.js";
import { icon, make } from "./elements.js";
import { page } from "./page.js";
import { filled } from "./phrases.js";
import { clock } from "./player.js";
import { canRecord, recorderOf } from "./recorder.js";
import { giveNow, giveSoon, keepAnswer, save, withdraw } from "./saves.js";

const FILM_MAY_TAKE = 10_000;
const FILM = /\.(mp4|m4v|webm|mov|ogv)$/i;

export function filmOf(item) {
  const film = webAddress(item.supportingVideoURL);
  if (!film) return null;
  return film.protocol === "https:" && FILM.test(film.pathname) ? filmPlayer(film) : filmLink(film);
}

function filmLink(film) {
  return make("a", { class: "link", href: film.href, target: "_blank", rel: "noopener noreferrer nofollow" },
    icon("film"), make("span", { text: `${texts.video} (${texts.newTab})` }));
}

// A film that does not arrive gives way to the word that it cannot be played, and its link.
function filmPlayer(film) {
  const screen = make("video", { class: "film", controls: true, playsinline: true, preload: "metadata", "aria-label": texts.video });
  const giveWay = () => {
    clearTimeout(patience);
    screen.removeAttribute("src");
    screen.replaceWith(make("div", { class: "film-missing" }, make("p", { class: "quiet", role: "status", text: texts.filmMissing }), filmLink(film)));
  };
  const patience = setTimeout(() => { if (!screen.readyState) giveWay(); }, FILM_MAY_TAKE);
  screen.addEventListener("loadedmetadata", () => clearTimeout(patience));
  screen.addEventListener("error", giveWay, { once: true });
  screen.src = film.href;
  return screen;
}

// Length is counted as the service counts it: by code points.
const lengthOf = (text) => Array.from(text.trim()).length;
const mostOf = (item) => item.maxCharacterLength || configuration.longestAnswer;

// The answer of what is written or chosen; null for none, and for one that is too long.
export function answerOf(item) {
  if (item.chosen?.length) return optionsOf(item)[0].answer(item.chosen);
  const text = item.draft.trim();
  return text && lengthOf(text) <= mostOf(item) ? { text } : null;
}

function textOf(item, labelledBy) {
  const most = mostOf(item);
  const counter = make("p", { class: "counter", id: "counter" });
  const field = make("textarea", {
    "aria-labelledby": labelledBy, "aria-describedby": "counter state", placeholder: texts.writeHere, rows: 6,
  });
  field.value = item.draft;

  function count() {
    const length = lengthOf(field.value);
    const isOver = length > most;
    item.isTooLong = isOver;
    counter.textContent = filled(isOver ? texts.tooLong : texts.count, { count: length, most, over: length - most });
    counter.classList.toggle("over", isOver);
    counter.hidden = !item.maxCharacterLength && length < most * 0.9;
    field.setAttribute("aria-invalid", String(isOver));
    return length > 0 && !isOver;
  }

  field.addEventListener("input", () => {
    item.draft = field.value;
    keepAnswer(item);
    if (count()) giveSoon(item, { text: field.value.trim() }, 1200);
    else withdraw(item);
  });
  field.addEventListener("blur", () => giveNow(item));
  count();
  return make("div", { class: "answer" }, field, counter);
}

function choice(item, kind, option, onPick) {
  const input = make("input", { type: kind, name: `q${item.index}`, value: option.value, onchange: onPick });
  input.checked = item.chosen?.includes(option.value) || false;
  return make("label", { class: "choice" }, input, option.icon && icon(option.icon, 26), make("span", { text: option.title }));
}

function choicesOf(item, labelledBy) {
  const many = item.type === "MULTIPLE_CHOICE_MULTIPLE_ANSWER";
  const options = optionsOf(item);
  const box = make("div", {
    class: options.length === 2 && !item.options?.some((each) => each.title.length > 24) ? "choices pair" : "choices",
    role: many ? "group" : "radiogroup", "aria-labelledby": labelledBy, "aria-describedby": "state",
  });
  const pick = () => {
    item.chosen = Array.from(box.querySelectorAll("input:checked"), (each) => each.value);
    keepAnswer(item);
    if (item.chosen.length) giveSoon(item, options[0].answer(item.chosen), 350);
    else withdraw(item);
  };
  box.append(...options.map((option) => choice(item, many ? "checkbox" : "radio", option, pick)));
  return make("div", { class: "answer" }, many && make("p", { class: "quiet", text: texts.chooseAll }), box);
}

function optionsOf(item) {
  if (item.type === "YES_NO") {
    const answer = ([value]) => ({ value: value === "yes" });
    return [{ value: "yes", title: texts.yes, answer }, { value: "no", title: texts.no, answer }];
  }
  const inOrder = [...(item.options || [])].sort((one, other) => one.position - other.position);
  if (item.type === "THUMBS_UP_DOWN") {
    const answer = ([value]) => ({ value });
    return ["up", "down"].map((value, index) => ({ value, title: inOrder[index]?.title || texts[value], icon: value, answer }));
  }
  const answer = (optionIds) => ({ optionIds });
  return inOrder.map((option) => ({ value: option.id, title: option.title, answer }));
}

// To be spoken or written: the candidate chooses, and writes where there is no microphone.
function spokenOrWritten(item, labelledBy) {
  const box = make("div", { class: "answer" });
  if (!canRecord()) {
    box.append(make("p", { class: "quiet", text: texts.writeOnly }), textOf(item, labelledBy));
    return box;
  }
  item.way ??= item.kind === "audio" ? "record" : "write";
  const ways = { record: ["microphone", texts.wayRecord], write: ["pen", texts.wayWrite] };
  const note = make("p", { class: "wrong", role: "alert", hidden: true });
  const panel = make("div", { class: "answer" });
  const buttons = Object.entries(ways).map(([way, [shape, label]]) =>
    make("button", { type: "button", "data-way": way, onclick: () => show(way) }, icon(shape, 18), label));

  function show(way, reason = "") {
    if (page.recording) return;
    giveNow(item);
    item.way = way;
    note.textContent = reason;
    note.hidden = !reason;
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.way === way)));
    panel.replaceChildren(way === "record"
      ? recorderOf(item, (why) => { show("write", why); panel.querySelector("textarea").focus(); })
      : textOf(item, labelledBy));
  }

  show(item.way);
  box.append(make("div", { class: "ways", role: "group", "aria-label": texts.howToAnswer }, ...buttons), note, panel);
  return box;
}

export function answerTo(item, labelledBy) {
  if (item.kind !== "survey") return spokenOrWritten(item, labelledBy);
  return item.type === "FREE_TEXT" ? textOf(item, labelledBy) : choicesOf(item, labelledBy);
}

// How the answer stands: saved, being saved, or what keeps it from being saved.
export function stateOf(item) {
  const box = make("div", { class: "state", id: "state" });
  const line = make("p");
  const retry = make("button", { type: "button", class: "quiet-button", text: texts.retry, onclick: () => save(item) });
  box.append(line, retry);
  const lines = {
    open: ["", ""],
    editing: ["", texts.unsaved],
    saving: ["clock", texts.saving],
    saved: ["done", item.given ? texts.saved : texts.answeredBefore],
    kept: ["done", texts.kept],
    failed: ["open", texts.failed],
    refused: ["open", ""],
  };

  function show() {
    lines.saved[1] = item.given ? texts.saved : texts.answeredBefore;
    const [shape, text] = lines[item.status];
    line.replaceChildren(...[shape && icon(shape, 20), make("span", { text: item.fault || text })].filter(Boolean));
    box.className = `state ${item.fault ? "refused" : item.status}`;
    retry.hidden = item.status !== "failed";
  }

  show();
  return { box, show };
}

export function summaryOf(item) {
  if (item.isTooLong) return texts.unfit;
  if (!item.answered) return texts.missing;
  if (!item.given) return texts.answered;
  if (item.given.take) return `${texts.yourRecording}, ${clock(item.given.take.seconds)}`;
  if (item.given.text) {
    const characters = Array.from(item.given.text.replace(/\s+/g, " "));
    return characters.length > 140 ? `${characters.slice(0, 140).join("")}…` : characters.join("");
  }
  return optionsOf(item).filter((option) => item.chosen.includes(option.value)).map((option) => option.title).join(texts.listComma);
}
