import { configuration, texts } from "./configuration.js";
import { forgetDraft, keepDraft, keptDraft } from "./drafts.js";
import { page } from "./page.js";
import { filled } from "./phrases.js";
import { call, limited, Refused, RETRY_AFTER_SECONDS, UPLOAD_ADDRESS_LASTS, UPLOAD_MAY_TAKE } from "./service.js";

// What is kept for this tab of the answer to a question: its text or what was chosen, and when the service took
// it, null before. What another device has answered since counts, and nothing is kept then.
function keptOf(question) {
  let kept = null;
  try {
    kept = JSON.parse(keptDraft(question.id));
  } catch { /* nothing was kept */ }
  if (!kept || kept.answeredAt === null || kept.answeredAt === question.answeredAt) return kept;
  forgetDraft(question.id);
  return null;
}

// What a candidate answers. The page never gets what was answered before, so that a link reveals nothing.
export const items = configuration.questions.map((question, index) => {
  const kept = keptOf(question);
  return {
    ...question,
    index,
    draft: kept?.draft ?? "",
    isTooLong: false,
    chosen: kept?.chosen ?? null,
    isUnsavedBefore: kept?.answeredAt === null,
    take: null,
    way: kept?.draft ? "write" : null,
    given: null,
    pending: null,
    status: question.answered ? "saved" : "open",
    fault: "",
    attempts: 0,
    timer: 0,
    work: null,
  };
});

// A recording is announced once and put as often as the connection needs; 412 says that it has arrived already.
export async function upload(take) {
  if (take.mediaId) return take.mediaId;
  if (!take.place || Date.now() - take.announced > UPLOAD_ADDRESS_LASTS) {
    take.announced = Date.now();
    take.place = await call("POST", "/media", { contentType: take.contentType, size: take.blob.size });
  }
  const { mediaId, uploadUrl, headers } = take.place;
  const answer = await limited(UPLOAD_MAY_TAKE, (signal) => fetch(uploadUrl, {
    method: "PUT", headers, body: take.blob, signal, credentials: "omit", referrerPolicy: "no-referrer",
  }));
  if (!answer.ok && answer.status !== 412) {
    if (answer.status < 500) take.place = null;
    throw new Refused(503, {});
  }
  take.mediaId = mediaId;
  return mediaId;
}

export function mark(item, status, fault = "") {
  item.status = status;
  item.fault = fault;
  page.onChange(item);
}

// Saves of one question follow each other, and what was given last is saved last.
export function give(item, answer, keepalive) {
  clearTimeout(item.timer);
  item.timer = 0;
  item.pending = { answer, keepalive };
  return save(item);
}

export function giveSoon(item, answer, milliseconds) {
  clearTimeout(item.timer);
  mark(item, "editing");
  item.soon = answer;
  item.timer = setTimeout(() => give(item, answer), milliseconds);
}

export function giveNow(item, keepalive) {
  if (item.timer) give(item, item.soon, keepalive);
}

export function withdraw(item) {
  clearTimeout(item.timer);
  item.timer = 0;
  item.pending = null;
  mark(item, item.answered ? "kept" : "open");
}

export function save(item) {
  clearTimeout(item.retry);
  item.work ??= saveAll(item).finally(() => { item.work = null; });
  return item.work;
}

async function saveAll(item) {
  while (item.pending && !page.isOver) {
    const { answer, keepalive } = item.pending;
    const sent = item.pending;
    mark(item, "saving");
    try {
      const body = answer.take ? { mediaId: await upload(answer.take) } : answer;
      if (item.pending !== sent) continue;
      const taken = await call("PUT", `/answers/${encodeURIComponent(item.id)}`, body, keepalive);
      item.answered = true;
      item.given = answer;
      if (answer.take) forgetDraft(item.id);
      else if (item.pending === sent && !item.timer) remember(item, taken.answer.answeredAt);
      item.attempts = 0;
    } catch (failure) {
      if (item.pending !== sent) continue;
      await notSaved(item, answer, failure);
      return;
    }
    if (item.pending === sent) {
      item.pending = null;
      if (!item.timer) mark(item, "saved");
    } else if (!item.pending && !item.timer) {
      mark(item, "kept");
    }
  }
}

async function notSaved(item, answer, failure) {
  if ([404, 409, 410].includes(failure.status) && (await hasEnded(failure.status))) return;
  if (failure.status === 409 && answer.take && !answer.take.place) {
    item.pending = null;
    mark(item, "refused", texts.tooManyRecordings);
  } else if ([400, 404, 413, 422].includes(failure.status) && !(answer.take && item.attempts < 2)) {
    item.pending = null;
    mark(item, "refused", filled(texts.refused, { reason: reasonOf(failure) }));
  } else {
    if ([400, 404].includes(failure.status)) Object.assign(answer.take, { mediaId: null, place: null });
    const seconds = RETRY_AFTER_SECONDS[Math.min(item.attempts, RETRY_AFTER_SECONDS.length - 1)];
    item.attempts += 1;
    item.retry = setTimeout(() => save(item), seconds * 1000);
    mark(item, "failed");
  }
}

export function reasonOf(failure) {
  return Array.isArray(failure.details) ? failure.details.map((each) => each.reason).join("; ") : String(failure.status);
}

// Asks how the interview stands, and tells when nothing can be answered any more.
export async function hasEnded(status) {
  let standing = null;
  try {
    const { screening } = await call("GET", "");
    if (["new_response", "has_reviewed", "hired"].includes(screening.status)) standing = "completed";
    if (screening.status === "archived") standing = "closed";
    else if (!standing && !screening.takesAnswers) standing = "halted";
  } catch (failure) {
    if (failure.status === 410) standing = "expired";
    if (failure.status === 404) standing = "absent";
  }
  if (status === 410) standing = "expired";
  if (!standing) return false;
  end(standing);
  return true;
}

export function end(standing) {
  page.isOver = true;
  for (const item of items) {
    clearTimeout(item.timer);
    clearTimeout(item.retry);
    item.timer = 0;
    item.pending = null;
    forgetDraft(item.id);
  }
  page.onStanding(standing);
}

function remember(item, answeredAt) {
  const { draft, chosen } = item;
  if (draft.trim() || chosen?.length) keepDraft(item.id, JSON.stringify({ draft, chosen, answeredAt }));
  else forgetDraft(item.id);
}

// Keeps for this tab what is being written or chosen, so that a reload loses nothing.
export const keepAnswer = (item) => remember(item, null);

// Goes on after a reload with what was kept, and saves what was not. `answerOf` makes the answer of an item, or
// null where it cannot be saved.
export function takeUpKept(answerOf) {
  for (const item of items) {
    const answer = answerOf(item);
    if (!item.isUnsavedBefore) item.given = answer;
    else if (answer) give(item, answer);
    else item.isTooLong = true;
  }
}

export function isUnsaved(item) {
  return Boolean(item.timer || item.pending);
}

export function isReady(item) {
  return item.answered && !item.isTooLong;
}

window.addEventListener("online", () => items.forEach((item) => { if (item.pending) save(item); }));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && !page.isOver) items.forEach((item) => giveNow(item, true));
});
window.addEventListener("beforeunload", (event) => {
  if (page.recording || (!page.isOver && items.some(isUnsaved))) event.preventDefault();
});
