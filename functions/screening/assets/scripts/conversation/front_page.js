import { aboutJob, aboutPoints } from "../invite/about.js";
import { configuration, texts } from "../invite/configuration.js";
import { icon, make } from "../invite/elements.js";
import { count, filled, spoken } from "../invite/phrases.js";
import { resumeBox } from "../invite/resume.js";
import { heading } from "../invite/steps.js";
import { canHear } from "./microphone.js";
import { nameOf, portraitOf } from "./stage.js";

// What is read before the conversation begins, or goes on: who asks, that it is an AI, and the two ways.
export function frontOf(head, speechMode, start) {
  const isBegun = head.state === "active";
  const canSpeak = speechMode !== "none" && canHear();
  const point = (shape, text) => make("li", {}, icon(shape), make("span", { text }));
  const way = (isFirst, shape, text, byVoice) => make("button", {
    type: "button", class: isFirst ? "button start" : "quiet-button start", onclick: () => start(byVoice),
  }, icon(shape, 20), text);
  const voice = isBegun ? texts.goOnByVoice : texts.startByVoice;
  const text = isBegun ? texts.goOnByText : texts.startByText;
  return [
    make("div", { class: "host" }, portraitOf(head),
      make("div", {}, make("p", { class: "host-name" }, make("strong", { text: nameOf(head) }), make("span", { class: "badge", text: texts.ai })),
        make("p", { class: "quiet", text: filled(texts.asksFor, configuration) }))),
    heading(filled(isBegun ? texts.welcomeBack : texts.hello, configuration)),
    make("p", { class: "lead", text: isBegun
      ? filled(texts.goesOn, head.progress)
      : filled(texts.talkIntro, { ...configuration, questions: count("talkQuestions", head.progress.total) }) }),
    make("ul", { class: "points" },
      point("robot", head.disclosure),
      canSpeak ? point("microphone", texts.pointTalk) : point("pen", texts.pointType)),
    make("div", { class: "starts" },
      canSpeak && way(true, "microphone", voice, true),
      way(!canSpeak, "pen", text, false)),
    make("ul", { class: "points" },
      point("cloud", texts.pointTalkSaved),
      ...aboutPoints(),
      point("calendar", filled(texts.talkUntil, { date: spoken(configuration.expiry) }))),
    aboutJob(),
    resumeBox(),
  ];
}
