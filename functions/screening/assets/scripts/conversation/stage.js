import { webAddress } from "../invite/addresses.js";
import { texts } from "../invite/configuration.js";
import { make } from "../invite/elements.js";

// Who asks: the avatar once it is ready, the replica's picture, or a figure of sound, and what is going on.
export function stageOf(head, avatar) {
  const status = make("p", { class: "stage-status" });
  const portrait = portraitOf(head);
  const box = make("div", { class: "stage" }, avatar.frame, portrait,
    make("div", { class: "stage-who" }, make("p", { class: "stage-name" }, make("strong", { text: nameOf(head) }), make("span", { class: "badge", text: texts.ai })), status));
  return {
    box,
    show(text, isSpeaking) {
      if (status.textContent !== text) status.textContent = text;
      portrait.classList.toggle("speaking", isSpeaking);
    },
  };
}

export const nameOf = (head) => head.interviewer.name || texts.interviewer;

export function portraitOf(head) {
  const photo = webAddress(head.interviewer.photoUrl || "");
  const portrait = make("div", { class: "portrait", "aria-hidden": "true" });
  if (head.audioOnly) {
    portrait.classList.add("sound-figure");
    portrait.append(...Array.from({ length: 5 }, () => make("span")));
    return portrait;
  }
  portrait.append(Array.from(nameOf(head))[0].toUpperCase());
  if (photo?.protocol !== "https:") return portrait;
  const image = make("img", { alt: "", referrerpolicy: "no-referrer", src: photo.href });
  image.addEventListener("load", () => portrait.replaceChildren(image));
  return portrait;
}
