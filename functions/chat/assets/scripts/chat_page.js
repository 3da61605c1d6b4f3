import { bubble, jobCard } from "./chat/bubbles.js";
import { dress } from "./chat/dress.js";
import { faultOf, upload } from "./chat/files.js";
import {
  attachButton, configuration, element, endButton, field, fileField, filled, form, isEmbedded, leaveEmail,
  leaveForm, leaveName, leaveText, messages, options, said, scroll, sendButton, texts, trouble, typing,
} from "./chat/page.js";
import { call, newId, session, storage } from "./chat/service.js";
import { isForInputMethod } from "../../../../layers/shared/gather/http/pages/assets/input_method.js";

let isBusy = false;
let isEnded = false;

function toTheEnd() {
  scroll.scrollTop = scroll.scrollHeight;
}

function show(message) {
  const metadata = message.metadata || {};
  const item = bubble(message.content, message.role === "USER", metadata.file);
  if (metadata.uiType === "job_cards") {
    const jobs = document.createElement("ul");
    jobs.className = "jobs";
    jobs.append(...metadata.jobs.map(jobCard));
    item.append(jobs);
  }
  messages.append(item);
  if (message.role === "ASSISTANT") offer(metadata.options || [], metadata.help);
  else offer([]);
}

function chip(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  return made;
}

// What the candidate may say next, and where to go on when the chatbot does not know.
function offer(choices, help) {
  const offered = choices.map((choice) => chip(choice, () => say(choice)));
  if (help && help.leaveMessage) offered.push(chip(texts.leaveMessage, openLeaving));
  if (help && help.contactEmail) {
    const contact = document.createElement("a");
    contact.href = `mailto:${encodeURIComponent(help.contactEmail).replaceAll("%40", "@")}`;
    contact.textContent = filled(texts.writeTo, { contact: help.contactEmail });
    offered.push(contact);
  }
  options.replaceChildren(...offered);
  options.hidden = offered.length === 0;
}

// What was asked goes into the form, since the answer to it is what is missing.
let leaving = null;
function openLeaving() {
  const asked = messages.querySelectorAll(".mine .bubble");
  if (!leaveText.value && asked.length) leaveText.value = asked[asked.length - 1].textContent;
  form.hidden = true;
  leaveForm.hidden = false;
  leaving = newId();
  leaveName.focus();
  toTheEnd();
}

function closeLeaving() {
  leaveForm.hidden = true;
  element("leave-trouble").hidden = true;
  form.hidden = false;
  if (!isEnded) field.focus({ preventScroll: true });
}

async function leave() {
  element("leave-trouble").hidden = true;
  const left = { name: leaveName.value.trim(), email: leaveEmail.value.trim(), content: leaveText.value.trim() };
  busy(true);
  try {
    const data = await call("POST", "/left-messages", { ...left, messageId: leaving });
    show(data.message);
    show(data.reply);
    leaveText.value = "";
    closeLeaving();
  } catch (failure) {
    if (failure.status === 410 || failure.status === 401) {
      closeLeaving();
      ended();
    } else {
      // A message that was refused as it is has not been left, and a changed one is another.
      if (failure.status === 400 || failure.status === 422) leaving = newId();
      const trouble = element("leave-trouble");
      const wrong = { 400: texts.leaveWrong, 429: texts.busy };
      trouble.textContent = wrong[failure.status] || texts.failed;
      trouble.hidden = false;
    }
  }
  busy(false);
}

function busy(value) {
  isBusy = value;
  typing.hidden = !value;
  scroll.setAttribute("aria-busy", String(value));
  sendButton.disabled = attachButton.disabled = element("leave-send").disabled = value || isEnded;
  if (value && leaveForm.hidden) offer([]);
  toTheEnd();
}

function tell(text, button, action) {
  element("trouble-text").textContent = text;
  const pressed = element("trouble-button");
  pressed.textContent = button;
  pressed.onclick = () => { trouble.hidden = true; action(); };
  trouble.hidden = false;
  toTheEnd();
}

function ended() {
  isEnded = true;
  if (!leaveForm.hidden) closeLeaving();
  session.token = null;
  storage.write(null);
  field.disabled = sendButton.disabled = attachButton.disabled = true;
  endButton.hidden = true;
  element("question").hidden = true;
  offer([]);
  tell(texts.ended, texts.startNew, startAnew);
}

leaveForm.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isBusy && !isEnded) leave();
});
// In a field of one line Enter submits its form.
leaveForm.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && isForInputMethod(event)) event.preventDefault();
});
element("leave-cancel").addEventListener("click", closeLeaving);

function startAnew() {
  session.token = null;
  isEnded = false;
  messages.replaceChildren();
  field.disabled = sendButton.disabled = attachButton.disabled = false;
  greet();
  field.focus();
}

function opened(data) {
  endButton.hidden = false;
  data.messages.forEach(show);
  if (data.conversation.status !== "ACTIVE") ended();
  toTheEnd();
}

// A chatbot with a welcome message says it as soon as the conversation begins, which is with the first
// message: who only looks at the page begins none.
function greet() {
  const welcome = configuration.welcome;
  messages.append(bubble(welcome ? welcome.content : texts.greeting, false));
  offer(welcome ? welcome.metadata.options || [] : []);
}

async function begin() {
  const data = await call("POST", "/sessions");
  session.token = data.token;
  storage.write(session.token);
  messages.replaceChildren();
  if (configuration.greets) messages.append(bubble(texts.greeting, false));
  opened(data);
}

async function resume() {
  session.token = await storage.read();
  if (!session.token) return greet();
  busy(true);
  try {
    const data = await call("GET", "/messages");
    if (configuration.greets) messages.append(bubble(texts.greeting, false));
    opened(data);
  } catch (failure) {
    if (failure.status === 401) {
      session.token = null;
      storage.write(null);
      greet();
    } else {
      tell(texts.notLoaded, texts.retry, resume);
    }
  }
  busy(false);
}

function say(text) {
  if (isBusy || isEnded) return;
  trouble.hidden = true;
  deliver({ content: text, messageId: newId() });
}

async function deliver(message, waits = 0) {
  const pending = bubble(message.content, true);
  pending.classList.add("unsent");
  messages.append(pending);
  busy(true);
  try {
    if (!session.token) await begin();
    messages.append(pending);
    busy(true);
    const data = await call("POST", "/messages", message);
    pending.remove();
    show(data.message);
    show(data.reply);
    busy(false);
  } catch (failure) {
    busy(false);
    pending.remove();
    if (failure.status === 410 || failure.status === 401) {
      messages.append(pending);
      ended();
    } else if (failure.status === 409 && waits < 10) {
      setTimeout(() => deliver(message, waits + 1), 2000);
    } else {
      messages.append(pending);
      tell(failure.status === 429 ? texts.busy : texts.failed, texts.retry, () => {
        pending.remove();
        deliver(message);
      });
    }
  }
  if (!isEnded) field.focus({ preventScroll: true });
}

function choose(blob) {
  if (isBusy || isEnded) return;
  trouble.hidden = true;
  const file = { blob, name: blob.name };
  const fault = faultOf(file);
  if (fault) refuse(said(fault, file));
  else deliverFile(file);
}

function refuse(text) {
  tell(text, texts.attach, () => fileField.click());
  element("trouble-button").focus();
}

async function deliverFile(file, waits = 0) {
  const pending = bubble(file.name, true, { fileName: file.name, size: file.blob.size });
  pending.classList.add("unsent");
  const bar = document.createElement("progress");
  Object.assign(bar, { max: 100, value: file.id ? 100 : 0 });
  bar.setAttribute("aria-label", said("fileSending", file));
  pending.append(bar);
  busy(true);
  try {
    if (!session.token) await begin();
    messages.append(pending);
    busy(true);
    await upload(file, (percent) => { bar.value = percent; });
    const data = await call("PUT", `/files/${file.id}`, { fileName: file.name });
    pending.remove();
    show(data.message);
    show(data.reply);
    busy(false);
    attachButton.focus({ preventScroll: true });
  } catch (failure) {
    busy(false);
    pending.remove();
    notSent(file, failure, waits);
  }
}

function notSent(file, failure, waits) {
  if (failure.status === 410 || failure.status === 401) ended();
  else if (failure.status === 409 && file.id && waits < 10) {
    setTimeout(() => deliverFile(file, waits + 1), 2000);
  } else if (failure.status === 409) {
    refuse(texts.fileTooMany);
  } else if (failure.status === 400) {
    const told = failure.details.map(({ reason }) => configuration.files.faults[reason]).find(Boolean);
    refuse(said(told || "fileUnreadable", file));
  } else {
    if (failure.status === 404) file.id = file.place = null;
    tell(failure.status === 429 ? texts.busy : said("fileFailed", file), texts.retry, () => deliverFile(file));
    element("trouble-button").focus();
  }
}

function fit() {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
  const count = Array.from(field.value.trim()).length;
  const isOver = count > configuration.longestMessage;
  const notice = element("notice");
  notice.classList.toggle("over", isOver);
  notice.textContent = isOver
    ? filled(texts.tooLong, { count, most: configuration.longestMessage })
    : texts.notice;
  return count > 0 && !isOver;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isBusy || isEnded || !fit()) return;
  const text = field.value.trim();
  field.value = "";
  fit();
  say(text);
});
attachButton.addEventListener("click", () => fileField.click());
fileField.addEventListener("change", () => {
  const [chosen] = fileField.files;
  fileField.value = "";
  if (chosen) choose(chosen);
});
field.addEventListener("input", fit);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !isForInputMethod(event)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
endButton.addEventListener("click", () => {
  element("question").hidden = false;
  element("question-yes").focus();
});
element("question-no").addEventListener("click", () => {
  element("question").hidden = true;
  field.focus();
});
element("question-yes").addEventListener("click", async () => {
  element("question").hidden = true;
  try {
    await call("POST", "/end", { mayReturn: false });
    ended();
    element("trouble-button").focus();
  } catch (failure) {
    if (failure.status === 401) ended();
    else tell(texts.failed, texts.retry, () => element("question-yes").click());
  }
});
function closeFrame() {
  window.parent.postMessage({ type: "chat-close", chatbotId: configuration.chatbotId }, "*");
}
element("close").addEventListener("click", closeFrame);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || isForInputMethod(event)) return;
  if (!element("question").hidden) element("question-no").click();
  else if (!leaveForm.hidden) closeLeaving();
  else if (isEmbedded) closeFrame();
});
// Leaving and reloading look the same from here: the conversation ends unless the page is back in a minute.
window.addEventListener("pagehide", () => {
  if (session.token && !isEnded) call("POST", "/end", { mayReturn: true }, { keepalive: true }).catch(() => {});
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted && session.token && !isEnded) call("GET", "/messages").catch(() => {});
});

dress();
resume();
