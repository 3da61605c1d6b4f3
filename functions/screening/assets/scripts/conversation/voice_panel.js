import { texts } from "../invite/configuration.js";
import { icon, make } from "../invite/elements.js";
import { meterOf } from "./meter.js";

// Where the candidate speaks: the meter, a button for what is next, one that shows what was heard before it is
// sent, and how speech is taken.
export function voicePanelOf({ onNext, onCheck, onAutomatic }) {
  const meter = meterOf();
  const status = make("p", { class: "voice-status" });
  const next = make("button", { type: "button", class: "quiet-button voice-next", onclick: onNext });
  const check = make("button", { type: "button", class: "quiet-button voice-check", hidden: true, onclick: onCheck }, icon("look", 18), texts.checkFirst);
  const automatic = make("input", { type: "checkbox", role: "switch", id: "automatic", onchange: () => onAutomatic(automatic.checked) });
  automatic.checked = true;
  const waiting = make("select", { id: "waiting" },
    ...[["at-once", texts.waitNone], ["wait", texts.waitSeconds], ["never", texts.waitForMe]]
      .map(([value, text]) => make("option", { value, text })));
  const settings = make("details", { class: "settings" }, make("summary", { text: texts.voiceSettings }),
    make("label", { for: "automatic", class: "setting" }, automatic, make("span", { text: texts.automatic })),
    make("label", { for: "waiting", class: "setting" }, make("span", { text: texts.whatWasHeard }), waiting));
  const partial = make("p", { class: "partial", hidden: true });
  const box = make("section", { class: "voice", "aria-label": texts.wayRecord },
    make("div", { class: "voice-row" }, meter.box, status), partial,
    make("div", { class: "voice-actions" }, next, check), settings);

  return {
    box, meter,
    waiting: () => waiting.value,
    show(text, label, shape, mayCheck) {
      if (status.textContent !== text) status.textContent = text;
      next.hidden = !label;
      if (label && next.dataset.label !== label) next.replaceChildren(icon(shape, 18), label);
      next.dataset.label = label || "";
      // To interrupt is possible, to say that one is done is what is next.
      next.className = shape === "done" ? "button voice-next" : "quiet-button voice-next";
      check.hidden = !mayCheck;
    },
    showPartial(text) {
      partial.textContent = text;
      partial.hidden = !text;
    },
    // What only a stream shows is not offered where there is none.
    mayReview(may) {
      waiting.closest("label").hidden = !may;
    },
  };
}
