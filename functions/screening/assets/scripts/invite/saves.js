const configuration = JSON.parse(document.getElementById("configuration").textContent);
const texts = configuration.texts;
// The token is the last part of this page's own address and stands nowhere else.
const address = `/screening/${location.pathname.replace(/\/+$/, "").split("/").pop()}`;
const element = (id) => document.getElementById(id);

const CALL_MAY_TAKE = 30_000;
const UPLOAD_MAY_TAKE = 10 * 60_000;
const UPLOAD_ADDRESS_LASTS = 14 * 60_000;
// A browser goes on with 64 KB of requests when their page is left; a character is up to four bytes.
const MOST_KEPT_ALIVE = 15_000;
const RETRY_AFTER_SECONDS = [3, 6, 12, 30, 60];

// What a candidate answers lives in these and in no storage of the browser.
const items = configuration.questions.map((question, index) => ({
  ...question,
  index,
  draft: "",
  isTooLong: false,
  chosen: null,
  take: null,
  way: null,
  given: null,
  pending: null,
  status: question.answered ? "saved" : "open",
  fault: "",
  attempts: 0,
  timer: 0,
  work: null,
}));

let onChange = () => {};
let onStanding = () => {};
let isOver = false;

const put = (text, values, shown = String) => text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));

// Isolated from right-to-left text, a Latin name keeps the marks at its end on their side.
const filled = (text, values) => put(text, values, document.dir === "rtl" ? (value) => `\u2068${value}\u2069` : String);

// A moment in the zone of this device, written as the service writes it everywhere else.
function spoken(moment) {
  const { months, day, moment: shape, hasHalves } = configuration.dates;
  const at = new Date(moment);
  const hour = at.getHours();
  const minute = String(at.getMinutes()).padStart(2, "0");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  return put(shape, {
    day: put(day, { day: at.getDate(), month: months[at.getMonth()], year: at.getFullYear() }),
    time: hasHalves ? `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}` : `${String(hour).padStart(2, "0")}:${minute}`,
    zone,
  });
}

// Emptied first, so that the same words are read aloud again.
function say(text) {
  element("announcer").textContent = "";
  setTimeout(() => { element("announcer").textContent = text; }, 50);
}

class Refused extends Error {
  constructor(status, error) {
    super(`status ${status}`);
    this.status = status;
    this.details = error.details;
  }
}

async function limited(milliseconds, act) {
  const controller = new AbortController();
  const limit = setTimeout(() => controller.abort(), milliseconds);
  try {
    return await act(controller.signal);
  } finally {
    clearTimeout(limit);
  }
}

async function call(method, path, body, keepalive) {
  return limited(CALL_MAY_TAKE, async (signal) => {
    const sent = body && JSON.stringify(body);
    const answer = await fetch(address + path, {
      method, signal, body: sent, cache: "no-store",
      headers: { accept: "application/json", ...(sent && { "content-type": "application/json" }) },
      keepalive: Boolean(keepalive && sent.length < MOST_KEPT_ALIVE),
    });
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(answer.status, content.error || {});
    return content.data;
  });
}

// A recording is announced once and put as often as the connection needs; 412 says that it has arrived already.
async function upload(take) {
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

function mark(item, status, fault = "") {
  item.status = status;
  item.fault = fault;
  onChange(item);
}

// Saves of one question follow each other, and what was given last is saved last.
function give(item, answer, keepalive) {
  clearTimeout(item.timer);
  item.timer = 0;
  item.pending = { answer, keepalive };
  return save(item);
}

function giveSoon(item, answer, milliseconds) {
  clearTimeout(item.timer);
  mark(item, "editing");
  item.soon = answer;
  item.timer = setTimeout(() => give(item, answer), milliseconds);
}

function giveNow(item, keepalive) {
  if (item.timer) give(item, item.soon, keepalive);
}

function withdraw(item) {
  clearTimeout(item.timer);
  item.timer = 0;
  item.pending = null;
  mark(item, item.answered ? "kept" : "open");
}

function save(item) {
  clearTimeout(item.retry);
  item.work ??= saveAll(item).finally(() => { item.work = null; });
  return item.work;
}

async function saveAll(item) {
  while (item.pending && !isOver) {
    const { answer, keepalive } = item.pending;
    const sent = item.pending;
    mark(item, "saving");
    try {
      const body = answer.take ? { mediaId: await upload(answer.take) } : answer;
      if (item.pending !== sent) continue;
      await call("PUT", `/answers/${encodeURIComponent(item.id)}`, body, keepalive);
      item.answered = true;
      item.given = answer;
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

function reasonOf(failure) {
  return Array.isArray(failure.details) ? failure.details.map((each) => each.reason).join("; ") : String(failure.status);
}

// Asks how the interview stands, and tells when nothing can be answered any more.
async function hasEnded(status) {
  let standing = null;
  try {
    const { screening } = await call("GET", "");
    if (["new_response", "has_reviewed", "hired"].includes(screening.status)) standing = "completed";
    if (screening.status === "archived") standing = "closed";
  } catch (failure) {
    if (failure.status === 410) standing = "expired";
    if (failure.status === 404) standing = "absent";
  }
  if (status === 410) standing = "expired";
  if (!standing) return false;
  end(standing);
  return true;
}

function end(standing) {
  isOver = true;
  for (const item of items) {
    clearTimeout(item.timer);
    clearTimeout(item.retry);
    item.timer = 0;
    item.pending = null;
  }
  onStanding(standing);
}

function isUnsaved(item) {
  return Boolean(item.timer || item.pending);
}

function isReady(item) {
  return item.answered && !item.isTooLong;
}

window.addEventListener("online", () => items.forEach((item) => { if (item.pending) save(item); }));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && !isOver) items.forEach((item) => giveNow(item, true));
});
window.addEventListener("beforeunload", (event) => {
  if (recording || (!isOver && items.some(isUnsaved))) event.preventDefault();
});
