import { webAddress } from "./addresses.js";
import { configuration, texts } from "./configuration.js";
import { icon, make } from "./elements.js";
import { page } from "./page.js";
import { filled } from "./phrases.js";
import { clock, player, silence } from "./player.js";
import { BARS, record } from "./recorder.js";

const PRACTICE_SECONDS = 10;

// What is read before the start: how long it takes, who decides and whom to ask, as points.
export function aboutPoints() {
  const { about, contact } = configuration;
  const point = (shape, ...told) => make("li", {}, icon(shape), make("span", {}, ...told));
  return [
    about.webOnly && point("screen", texts.pointWebOnly),
    about.minutes && point("clock", filled(texts.takes, about)),
    about.scored && point("person", ...(about.endsByScore
      ? withContact(texts.pointScoreEnds) : [filled(texts.pointDecides, configuration)])),
    point("help", ...(contact ? withContact(texts.pointAsk) : [filled(texts.pointAskCompany, configuration)])),
  ];
}

// A sentence that says whom to ask, with the address as a link that opens a mail to it.
function withContact(sentence) {
  const { contact, contactName, companyName } = configuration;
  const [before, after] = sentence.split("{contact}");
  if (!contact) return [before, companyName, after];
  const link = make("a", { href: `mailto:${encodeURIComponent(contact).replaceAll("%40", "@")}`, dir: "ltr", text: contact });
  return contactName ? [before, make("bdi", { text: contactName }), " (", link, ")", after] : [before, link, after];
}

// What the team says of the job: its words, its file and its recording, as far as there are any.
export function aboutJob() {
  const { description, descriptionUrl, descriptionFileName, audioMessageURL, audioMessageTitle } = configuration.about;
  const file = webAddress(descriptionUrl);
  const message = webAddress(audioMessageURL);
  if (!description && !file && !message) return null;
  return make("section", { class: "about" },
    make("h3", { text: texts.aboutJob }),
    message && player(message.href, audioMessageTitle || texts.message),
    description && make("p", { class: "script", dir: "auto", text: description }),
    file && make("a", { class: "link", href: file.href, target: "_blank", rel: "noopener noreferrer nofollow" },
      icon("page"), make("span", { text: `${descriptionFileName || texts.description} (${texts.newTab})` })));
}

// A take that is kept nowhere: whether the microphone works is known before it counts.
export function practice() {
  const box = make("div", { class: "practice" });
  let url = null;

  function ready(...heardTake) {
    const label = texts.tryMicrophone;
    box.replaceChildren(...heardTake,
      make("button", { type: "button", class: "quiet-button", onclick: begin }, icon("microphone", 20), label),
      make("p", { class: "quiet", text: filled(texts.tryHint, { seconds: PRACTICE_SECONDS }) }));
  }

  async function begin() {
    if (page.recording) return;
    const asking = { stop() {}, leave() {} };
    page.recording = asking;
    silence();
    box.replaceChildren(make("p", { text: texts.allowMicrophone, role: "status" }));
    const bars = Array.from({ length: BARS }, () => make("span"));
    const time = make("p", { class: "time", role: "timer", text: clock(0) });
    let session;
    try {
      session = await record(bars, (seconds) => {
        time.textContent = clock(seconds);
        if (seconds >= PRACTICE_SECONDS) session.stop();
      });
    } catch (failure) {
      if (page.recording === asking) page.recording = null;
      ready(make("p", { class: "wrong", role: "alert", text: failure.name === "NotAllowedError" ? texts.microphoneRefused : texts.noMicrophone }));
      return;
    }
    if (box.isConnected) page.recording = session;
    else session.stop();
    const stop = make("button", { type: "button", class: "quiet-button", onclick: session.stop }, icon("stop", 20), texts.tryStop);
    box.replaceChildren(make("div", { class: "level", "aria-hidden": "true" }, ...bars), time, stop);
    stop.focus();
    const take = await session.finished;
    if (page.recording === session || page.recording === asking) page.recording = null;
    if (url) URL.revokeObjectURL(url);
    url = URL.createObjectURL(take.blob);
    const said = take.isSilent ? texts.silent : "";
    ready(player(url, texts.yourPractice, take.seconds), said && make("p", { class: "wrong", role: "alert", text: said }));
    if (box.isConnected) box.querySelector("button").focus();
  }

  ready();
  return box;
}
