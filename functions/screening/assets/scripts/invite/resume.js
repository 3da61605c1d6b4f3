import { configuration, texts } from "./configuration.js";
import { element, icon, make, say } from "./elements.js";
import { page } from "./page.js";
import { filled } from "./phrases.js";
import { hasEnded } from "./saves.js";
import { call, Refused, RETRY_AFTER_SECONDS, UPLOAD_ADDRESS_LASTS, UPLOAD_MAY_TAKE } from "./service.js";

// The résumé that a candidate may hand in. What is known of it outlives the steps; each step draws it anew.
const askedResume = configuration.resume;
export const resume = { given: askedResume?.given || null, file: null, fault: "", percent: 0, failures: 0, sending: null, work: null, retry: 0 };
const MEGABYTE = 1024 * 1024;

const resumeTypes = () => Object.values(askedResume.endings).map((ending) => ending.slice(1).toUpperCase()).join(texts.listComma);
const resumeText = (name, values) => filled(texts[name], {
  ...configuration, types: resumeTypes(), megabytes: Math.round(askedResume.largestBytes / MEGABYTE), percent: resume.percent,
  name: (resume.file || resume.given)?.name || resume.given?.fileName, ...values,
});

// The box of the step that is shown; null where the interview asks for no résumé.
export function resumeBox() {
  if (!askedResume) return null;
  const box = make("section", { class: "resume", id: "resume", "aria-labelledby": "resume-title" });
  drawResume(box);
  return box;
}

function drawResume(box = element("resume")) {
  if (!box) return;
  const held = box.contains(document.activeElement) && document.activeElement.dataset.act;
  const input = make("input", { type: "file", hidden: true, tabindex: -1, "aria-hidden": "true",
    accept: Object.entries(askedResume.endings).flat().join(","), onchange: () => chooseResume(input.files[0]) });
  const button = (act, label, onclick) => make("button", { type: "button", class: "quiet-button", "data-act": act, onclick }, label);
  const choose = (label) => button("choose", label, () => input.click());
  const file = (shape, text) => make("p", { class: "file" }, icon(shape), make("span", { dir: "auto", text }));
  box.replaceChildren(...[
    make("h3", { id: "resume-title", text: texts.resumeTitle }),
    make("p", { class: "quiet", text: resumeText("resumeHint") }),
    resume.fault && make("p", { class: "wrong", role: "alert", text: resume.fault }),
    ...resume.file
      ? [file("page", resume.fault ? resume.file.name : resumeText("resumeSending")),
        make("progress", { max: 100, value: resume.percent, "aria-label": texts.resumeTitle }),
        make("div", { class: "row" }, resume.fault && button("retry", texts.retry, sendResume), button("cancel", texts.resumeCancel, dropResume))]
      : resume.given
        ? [file("done", resume.given.fileName),
          make("div", { class: "row" }, choose(texts.resumeReplace), button("remove", texts.resumeRemove, removeResume))]
        : [make("div", { class: "row" }, choose(texts.resumeChoose))],
    input,
  ].filter(Boolean));
  // Whoever has pressed a button goes on where it was.
  if (held) (box.querySelector(`[data-act="${held}"]`) || box.querySelector("[data-act]")).focus({ preventScroll: true });
}

function chooseResume(file) {
  if (!file) return;
  dropResume();
  const type = Object.keys(askedResume.endings).find((each) => file.name.toLowerCase().endsWith(askedResume.endings[each]));
  const fault = !type ? "resumeWrongType" : file.size > askedResume.largestBytes ? "resumeTooLarge" : file.size ? "" : "resumeEmpty";
  resume.fault = fault && resumeText(fault, { name: file.name });
  if (fault) return drawResume();
  resume.file = { name: file.name, blob: file, contentType: type };
  resume.failures = 0;
  return sendResume();
}

// What was on its way is given up; what was handed in before stays.
function dropResume() {
  clearTimeout(resume.retry);
  resume.sending?.abort();
  Object.assign(resume, { file: null, fault: "", percent: 0, sending: null });
  drawResume();
}

export function sendResume() {
  clearTimeout(resume.retry);
  if (resume.file && !resume.sending && !page.isOver) resume.work = deliverResume(resume.file);
  return resume.work;
}

async function deliverResume(file) {
  const sending = new AbortController();
  Object.assign(resume, { sending, fault: "" });
  drawResume();
  try {
    const mediaId = await uploadResume(file, sending.signal);
    const { resume: given } = await call("PUT", "/resume", { mediaId, fileName: file.name });
    // Even what was given up a moment ago has arrived, and can be removed.
    resume.given = given;
    if (resume.file === file) Object.assign(resume, { file: null, percent: 0 });
    say(resumeText("resumeGiven", { name: given.fileName }));
  } catch (failure) {
    if (resume.file !== file) return;
    await resumeNotSent(file, failure);
  } finally {
    if (resume.sending === sending) resume.sending = null;
    drawResume();
  }
}

// A file is announced once and put as often as the connection needs; 412 says that it has arrived already.
async function uploadResume(file, signal) {
  if (file.mediaId) return file.mediaId;
  if (!file.place || Date.now() - file.announced > UPLOAD_ADDRESS_LASTS) {
    file.announced = Date.now();
    file.place = await call("POST", "/resume", { contentType: file.contentType, size: file.blob.size });
  }
  const { mediaId, uploadUrl, headers } = file.place;
  const status = await putFile(uploadUrl, headers, file.blob, signal);
  if (status !== 412 && (status < 200 || status > 299)) {
    if (status && status < 500) file.place = null;
    throw new Refused(503, {});
  }
  file.mediaId = mediaId;
  return mediaId;
}

// Only this tells how much of a request has been sent. Resolves with 0 where there is no answer.
function putFile(url, headers, blob, signal) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.timeout = UPLOAD_MAY_TAKE;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      resume.percent = Math.floor((100 * loaded) / total);
      const bar = element("resume")?.querySelector("progress");
      if (!bar) return;
      bar.value = resume.percent;
      bar.previousElementSibling.querySelector("span").textContent = resumeText("resumeSending");
    };
    request.onloadend = () => resolve(request.status);
    signal.addEventListener("abort", () => request.abort());
    request.send(blob);
  });
}

async function resumeNotSent(file, failure) {
  if ([404, 409, 410].includes(failure.status) && (await hasEnded(failure.status))) return;
  const isRefused = { 400: file.mediaId, 409: true, 413: true, 422: true }[failure.status];
  if (isRefused) {
    const told = (failure.details || []).map(({ reason }) => askedResume.faults[reason]).find(Boolean);
    resume.fault = resumeText(failure.status === 409 ? "resumeTooMany" : told || "resumeUnreadable", { name: file.name });
    Object.assign(resume, { file: null, percent: 0 });
    return;
  }
  if (failure.status === 404) Object.assign(file, { mediaId: null, place: null });
  resume.fault = resumeText("resumeFailed");
  const seconds = RETRY_AFTER_SECONDS[Math.min(resume.failures, RETRY_AFTER_SECONDS.length - 1)];
  resume.failures += 1;
  resume.retry = setTimeout(sendResume, seconds * 1000);
}

async function removeResume() {
  resume.fault = "";
  try {
    await call("DELETE", "/resume");
    resume.given = null;
    say(texts.resumeRemoved);
  } catch (failure) {
    if ([404, 409, 410].includes(failure.status) && (await hasEnded(failure.status))) return;
    resume.fault = texts.resumeNotRemoved;
  }
  drawResume();
}

window.addEventListener("online", sendResume);
window.addEventListener("beforeunload", (event) => {
  if (resume.file && !page.isOver) event.preventDefault();
});
