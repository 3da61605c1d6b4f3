import { aboutJob, aboutPoints, practice } from "./about.js";
import { webAddress } from "./addresses.js";
import { answerTo, filmOf, stateOf, summaryOf } from "./answers.js";
import { configuration, texts } from "./configuration.js";
import { element, icon, make, say } from "./elements.js";
import { page } from "./page.js";
import { count, filled, spoken } from "./phrases.js";
import { player, silence } from "./player.js";
import { canRecord } from "./recorder.js";
import { resume, resumeBox, sendResume } from "./resume.js";
import { end, giveNow, hasEnded, isReady, isUnsaved, items, save } from "./saves.js";
import { call, isPassing, patiently, retrySeconds } from "./service.js";

export const WELCOME = -1;
const REVIEW = items.length;
const LEAD_ON_SECONDS = 10;
const main = element("main");
const [backButton, nextButton] = [element("back"), element("next")];
export let step = WELCOME;
let state = null;
let isFinishing = false;
// Whoever changes an answer from the review goes straight back there.
let isChanging = false;

page.opening = welcome;
page.start = () => {
  const isWhole = items.every((item) => item.answered);
  const begun = items.some((item) => item.answered);
  const first = Math.max(0, items.findIndex((item) => !item.answered));
  return { text: begun ? texts.goOn : texts.start, act: () => go(isWhole ? REVIEW : first) };
};

export function heading(text) {
  return make("h2", { id: "heading", tabindex: -1, text });
}

function progress() {
  const done = items.filter((item) => item.answered).length;
  element("progress").setAttribute("aria-label", texts.progress);
  element("progress").hidden = step === WELCOME || page.isOver;
  element("progress-place").textContent = step === REVIEW
    ? texts.review : filled(texts.place, { number: step + 1, count: items.length });
  element("progress-done").textContent = filled(texts.done, { count: done });
  element("progress-fill").style.width = `${(100 * done) / Math.max(1, items.length)}%`;
  const bar = element("progress-bar");
  bar.setAttribute("aria-label", texts.progress);
  bar.setAttribute("aria-valuemax", items.length);
  bar.setAttribute("aria-valuenow", done);
  bar.setAttribute("aria-valuetext", filled(texts.done, { count: done }));
}

function navigation() {
  const item = items[step];
  const start = step === WELCOME && page.isAgreed && page.start?.();
  backButton.hidden = Boolean(start);
  if (start) {
    nextButton.textContent = start.text;
    nextButton.className = "button";
    element("foot").hidden = page.isOver || Boolean(page.recording);
    return;
  }
  const isGiven = item && (item.answered || isUnsaved(item) || item.draft.trim());
  backButton.textContent = texts.back;
  const goesToReview = isChanging || step === items.length - 1;
  nextButton.textContent = goesToReview ? texts.review : isGiven ? texts.next : texts.skip;
  nextButton.className = isGiven ? "button" : "quiet-button";
  // There is nowhere to go while an answer is recorded, and on a small screen Stop needs the place.
  element("foot").hidden = !item || page.isOver || Boolean(page.recording);
}

page.onChange = (item) => {
  if (page.isOver) return;
  progress();
  navigation();
  if (step === REVIEW) state.show();
  if (items[step] !== item) return;
  state.show();
  if (["saved", "failed", "refused"].includes(item.status)) say(state.box.querySelector("span").textContent);
};

function welcome() {
  const begun = items.some((item) => item.answered);
  const point = (shape, text) => make("li", {}, icon(shape), make("span", { text }));
  return [
    heading(filled(begun ? texts.welcomeBack : texts.hello, configuration)),
    make("p", { class: "lead", text: filled(texts.intro, { ...configuration, questions: count("questions", items.length) }) }),
    make("ul", { class: "points" },
      items.some((item) => item.kind !== "survey") && canRecord() && point("microphone", texts.pointSpeak),
      point("cloud", texts.pointSaved),
      ...aboutPoints(),
      point("calendar", filled(texts.pointUntil, { date: spoken(configuration.expiry) }))),
    aboutJob(),
    resumeBox(),
    items.some((item) => item.kind !== "survey") && canRecord() && practice(),
  ];
}

function question(item) {
  state = stateOf(item);
  return [
    heading(item.title),
    item.questionScript && make("p", { class: "script", id: "script", text: item.questionScript }),
    item.audioUrl && player(item.audioUrl, texts.listen),
    filmOf(item),
    answerTo(item, item.questionScript ? "heading script" : "heading"),
    state.box,
  ];
}

function review() {
  const list = make("ol", { class: "review" });
  const trouble = make("p", { class: "wrong", role: "alert", hidden: true });
  const send = make("button", { type: "button", class: "button start", text: texts.send });
  const row = (item) => make("li", { class: isReady(item) ? "" : "open" }, icon(isReady(item) ? "done" : "open"),
    make("div", {}, make("strong", { text: item.title }), make("p", { text: isUnsaved(item) ? texts.unsaved : item.fault || summaryOf(item) })),
    make("button", { type: "button", class: "quiet-button", text: item.answered ? texts.change : texts.answer,
      "aria-label": `${item.answered ? texts.change : texts.answer}: ${item.title}`, onclick: () => {
        isChanging = true;
        go(item.index);
      } }));
  const show = () => list.replaceChildren(...items.map(row));
  const tell = (text, isWaiting = false) => {
    trouble.textContent = text;
    trouble.hidden = !text;
    trouble.className = isWaiting ? "quiet" : "wrong";
  };
  send.addEventListener("click", () => finish(send, show, tell));
  state = { show };
  show();
  const missing = items.filter((item) => !isReady(item) && !isUnsaved(item)).length;
  return [
    heading(texts.review),
    make("p", { text: missing ? count("missingAnswers", missing) : texts.reviewReady }),
    list, resumeBox(), trouble, send,
    make("p", { class: "quiet", text: texts.sendHint }),
  ];
}

// Sends what is not saved yet, then completes, once.
async function finish(button, show, tell) {
  if (isFinishing) return;
  isFinishing = true;
  button.disabled = true;
  button.textContent = texts.sending;
  tell("");
  try {
    await saveEverything(button, tell);
    if (page.isOver || !button.isConnected) return;
    tell("");
    const missing = items.filter((item) => !isReady(item));
    if (resume.file) tell(resume.fault);
    else if (missing.length) tell(count("missingAnswers", missing.length));
    else await complete(tell);
  } finally {
    isFinishing = false;
    button.disabled = false;
    button.textContent = texts.send;
    show();
  }
}

// Saves until all is saved, however long there is no connection, unless the candidate goes elsewhere.
async function saveEverything(button, tell) {
  for (let attempt = 0; ; attempt += 1) {
    items.forEach((item) => giveNow(item));
    await Promise.all([...items.map((item) => item.pending && save(item)), sendResume()]);
    if (page.isOver || !button.isConnected || !items.some(isUnsaved)) return;
    tell(texts.sendsLater, true);
    await patiently(retrySeconds(attempt));
  }
}

// Completes as soon as the service can be reached.
async function askForCompletion(tell) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call("POST", "/complete");
    } catch (failure) {
      if (!isPassing(failure)) throw failure;
      tell(texts.sendsLater, true);
      await patiently(retrySeconds(attempt));
    }
  }
}

export async function complete(tell) {
  try {
    await askForCompletion(tell);
    end("thanks");
  } catch (failure) {
    if ([404, 409, 410].includes(failure.status) && (await hasEnded(failure.status))) return;
    const faults = failure.status === 400 && Array.isArray(failure.details) ? failure.details : [];
    for (const item of items) {
      if (faults.some((fault) => fault.field === `answers.${item.id}`)) item.answered = false;
    }
    tell(faults.length ? count("missingAnswers", faults.length) : texts.notSent);
  }
}

function ending(standing) {
  const isDone = standing === "thanks" || standing === "completed";
  const box = make("div", { class: isDone ? "ending" : "ending without" },
    icon(isDone ? "done" : "open", 64),
    heading(filled(isDone ? texts.thanks : texts[`${standing}Title`], configuration)),
    make("p", { class: "lead", text: filled(isDone ? texts.completed : texts[standing], configuration) }));
  if (isDone) box.append(...whatIsNext().map((text) => make("p", { text })));
  const onward = isDone && webAddress(configuration.redirectUri);
  if (onward) box.append(...leadOn(onward, standing === "thanks"));
  return [box];
}

// What happens after the completion, and by when.
function whatIsNext() {
  const { about, promise } = configuration;
  const next = !about.scored ? texts.nextPractice : about.endsByScore ? texts.nextScore : texts.nextPeople;
  return [filled(next, configuration), about.scored && promise, texts.nextLink].filter(Boolean);
}

// Who has just finished is led on by itself, unless the candidate stays.
function leadOn(onward, byItself) {
  const link = make("a", { class: "button", href: onward.href, rel: "noreferrer", text: filled(texts.onward, { host: onward.host }) });
  if (!byItself) return [make("div", { class: "row" }, link)];
  let left = LEAD_ON_SECONDS;
  const note = make("p", { class: "quiet", text: filled(texts.leadOn, { seconds: left }) });
  const ticking = setInterval(() => {
    left -= 1;
    note.textContent = filled(texts.leadOn, { seconds: Math.max(0, left) });
    if (left > 0) return;
    clearInterval(ticking);
    location.assign(onward.href);
  }, 1000);
  const stay = make("button", { type: "button", class: "quiet-button", text: texts.stay });
  stay.addEventListener("click", () => {
    clearInterval(ticking);
    note.remove();
    stay.remove();
    link.focus();
  });
  return [make("div", { class: "row" }, link, stay), note];
}

export function draw(parts, focused) {
  silence();
  main.replaceChildren(...parts.filter(Boolean));
  progress();
  navigation();
  window.scrollTo(0, 0);
  if (focused) element("heading").focus({ preventScroll: true });
}

export function show(to, focused) {
  if (items[step]) giveNow(items[step]);
  step = Math.min(Math.max(to, WELCOME), REVIEW);
  state = null;
  const item = items[step];
  if (!item) isChanging = false;
  draw(item ? question(item) : step === REVIEW ? review() : page.opening(), focused);
  const place = item ? filled(texts.place, { number: step + 1, count: items.length }) : step === REVIEW ? texts.review : "";
  document.title = [place, configuration.displayName].filter(Boolean).join(" – ");
}

export function go(to) {
  if (page.recording && step !== WELCOME) return;
  // A practice take ends with the page that it is on.
  page.recording?.leave();
  page.recording = null;
  history.pushState({ step: to }, "");
  show(to, true);
}

page.onStanding = (standing) => {
  page.recording?.stop();
  element("offline").hidden = true;
  draw(ending(standing), true);
  document.title = configuration.displayName;
};

export function connection() {
  element("offline").textContent = page.offlineText;
  element("offline").hidden = navigator.onLine || page.isOver;
}

backButton.addEventListener("click", () => go(step - 1));
nextButton.addEventListener("click", () => {
  if (step === WELCOME && page.start) page.start().act();
  else go(isChanging ? REVIEW : step + 1);
});
window.addEventListener("popstate", (event) => {
  if (page.isOver || !page.isAgreed) return;
  page.recording?.leave();
  page.recording = null;
  show(event.state?.step ?? WELCOME, true);
});
window.addEventListener("online", connection);
window.addEventListener("offline", connection);

// A logo that cannot be loaded gives way to the company's initial.
export function dress() {
  const logo = document.querySelector(".face img");
  const initial = () => logo.replaceWith(Array.from(configuration.companyName.trim())[0] || "");
  if (logo?.complete && !logo.naturalWidth) initial();
  else logo?.addEventListener("error", initial);
}
