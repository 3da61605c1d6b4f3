import {
  attachButton, configuration, element, endButton, field, fileField, filled, isEmbedded, isolated, leaveText,
  said, scroll, texts, typing,
} from "./page.js";

function image(url) {
  const made = document.createElement("img");
  made.alt = "";
  made.referrerPolicy = "no-referrer";
  made.src = url;
  return made;
}

export function dress() {
  element("name").textContent = configuration.name;
  if (configuration.description && !isEmbedded) {
    element("description").textContent = configuration.description;
    element("description").hidden = false;
  }
  const face = element("face");
  const initial = Array.from(configuration.name.trim())[0] || "?";
  face.textContent = initial.toUpperCase();
  if (configuration.logoUrl) {
    const logo = image(configuration.logoUrl);
    logo.addEventListener("load", () => face.replaceChildren(logo));
  }
  if (configuration.headerImageUrl) {
    const header = element("head-image");
    header.addEventListener("load", () => { header.hidden = false; });
    header.src = configuration.headerImageUrl;
  }
  if (configuration.backgroundImageUrl && !isEmbedded) {
    document.body.style.backgroundImage = `url(${JSON.stringify(configuration.backgroundImageUrl)})`;
  }
  document.body.classList.toggle("embedded", isEmbedded);
  scroll.setAttribute("aria-label", texts.messages);
  element("text-label").textContent = texts.yourMessage;
  field.placeholder = texts.placeholder;
  element("send-label").textContent = texts.send;
  if (configuration.files) {
    element("attach-label").textContent = texts.attach;
    attachButton.title = said("attachHint");
    attachButton.hidden = false;
    fileField.accept = configuration.files.types.flatMap((each) => [each.type, ...each.endings]).join(",");
  }
  element("notice").textContent = texts.notice;
  typing.lastElementChild.textContent = filled(texts.typing, { name: isolated(configuration.name) });
  endButton.textContent = texts.end;
  element("question-text").textContent = texts.endQuestion;
  element("question-yes").textContent = texts.end;
  element("question-no").textContent = texts.keep;
  element("leave-title").textContent = texts.leaveTitle;
  element("leave-name-label").textContent = texts.yourName;
  element("leave-email-label").textContent = texts.yourEmail;
  element("leave-text-label").textContent = texts.yourMessage;
  element("leave-note").textContent = texts.leaveNote;
  element("leave-cancel").textContent = texts.cancel;
  element("leave-send").textContent = texts.leaveSend;
  leaveText.maxLength = configuration.longestMessage;
  element("close").setAttribute("aria-label", texts.close);
  element("close").hidden = !isEmbedded;
}
