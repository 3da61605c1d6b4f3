import { configuration, element, MEGABYTE, texts } from "./page.js";

// Text and nothing else, but that addresses can be followed.
function write(target, text) {
  for (const part of text.split(/(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/)) {
    if (/^https?:\/\//.test(part)) target.append(link(part, part));
    else target.append(part);
  }
}

function link(url, text, label) {
  const made = document.createElement("a");
  made.href = url;
  made.target = "_blank";
  made.rel = "noopener noreferrer nofollow";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", `${label} (${texts.newTab})`);
  return made;
}

export function jobCard(job) {
  const card = document.createElement("li");
  card.className = "job";
  const about = document.createElement("div");
  const title = document.createElement("strong");
  title.textContent = job.title;
  const place = document.createElement("span");
  place.textContent = [(job.location || []).join(", "), job.workModel].filter(Boolean).join(" · ");
  about.append(title, place);
  card.append(about);
  if (/^https?:\/\//.test(job.url || "")) {
    card.append(link(job.url, texts.viewJob, `${texts.viewJob}: ${job.title}`));
  }
  return card;
}

const page = element("attach").firstElementChild;
function describe(bubble, name, size) {
  bubble.classList.add("file");
  const title = document.createElement("bdi");
  title.textContent = name;
  const weight = document.createElement("span");
  const unit = size < MEGABYTE ? "kilobyte" : "megabyte";
  weight.textContent = new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1,
  }).format(unit === "kilobyte" ? Math.ceil(size / 1024) : size / MEGABYTE);
  bubble.replaceChildren(page.cloneNode(true), title, weight);
}

export function bubble(content, mine, file) {
  const item = document.createElement("li");
  item.className = mine ? "message mine" : "message";
  const speaker = document.createElement("span");
  speaker.className = "unseen";
  speaker.textContent = mine ? texts.you : configuration.name;
  const text = document.createElement("p");
  text.className = "bubble";
  if (file) describe(text, file.fileName, file.size);
  else if (mine) text.textContent = content;
  else write(text, content);
  item.append(speaker, text);
  return item;
}
