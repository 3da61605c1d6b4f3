import { texts } from "../invite/configuration.js";
import { icon, make } from "../invite/elements.js";

// The buttons of the conversation: an icon with a word below. Those that are switched on and off say so.
export function toolsOf(names, actions) {
  const buttons = new Map(names.map(([name, shape, label, isSwitch]) => [name, make("button", {
    type: "button", class: "tool", "data-tool": name, "aria-pressed": isSwitch ? "false" : null, onclick: () => actions[name](),
  }, icon(shape, 20), make("span", { text: label }))]));
  const box = make("div", { class: "tools", role: "group", "aria-label": texts.tools }, ...buttons.values());
  return {
    box,
    press: (name, is) => buttons.get(name).setAttribute("aria-pressed", String(is)),
    enable: (name, is) => { buttons.get(name).disabled = !is; },
  };
}

// Asks before the conversation is ended. The dialog gives the focus back where it was.
export function endDialog(onEnd) {
  const title = make("h2", { id: "end-title", text: texts.endTitle });
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "end-title", "aria-describedby": "end-text" }, title,
    make("p", { id: "end-text", text: texts.endText }),
    make("div", { class: "row" },
      make("button", { type: "button", class: "quiet-button", text: texts.keepTalking, onclick: () => dialog.close() }),
      make("button", { type: "button", class: "button", text: texts.endNow, onclick: () => {
        dialog.close();
        onEnd();
      } })));
  return dialog;
}
