import { texts } from "../invite/configuration.js";
import { make } from "../invite/elements.js";
import { filled } from "../invite/phrases.js";

// What was said, as a log that screen readers follow. What the interviewer is just saying is the caption: it is
// the last entry, larger, and covered while `isCovered` says so.
export function transcriptOf(interviewerName, isCovered) {
  const log = make("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": texts.transcript, tabindex: 0 });
  const entries = new Map();
  let sending = null;

  function entry(role, text, notes = []) {
    return make("div", { class: `turn ${role}` },
      make("p", { class: "turn-who", text: role === "interviewer" ? interviewerName : texts.you }),
      make("p", { class: "turn-text", text }),
      ...notes.map((note) => make("p", { class: "turn-note", text: note })));
  }

  function drawn(turn) {
    if (turn.kind === "silence") return entry("candidate quiet-turn", texts.saidNothing);
    if (isCovered(turn)) return entry("interviewer covered", filled(texts.isSpeaking, { name: interviewerName }));
    return entry(turn.role, turn.text, turn.isFallback ? [filled(texts.plainer, { name: interviewerName })] : []);
  }

  function show(turns) {
    const latest = turns.findLast((turn) => turn.role === "interviewer");
    for (const turn of turns) {
      const key = `${isCovered(turn)}`;
      let known = entries.get(turn.sequence);
      if (known?.key !== key) {
        const made = drawn(turn);
        if (known) known.box.replaceWith(made);
        else log.insertBefore(made, sending);
        known = { key, box: made };
        entries.set(turn.sequence, known);
      }
      known.box.classList.toggle("latest", turn === latest);
    }
    scroll();
  }

  // The words that are on their way, until the service has taken them.
  function showSending(text) {
    sending?.remove();
    sending = text === null ? null : entry("candidate sending", text);
    if (sending) log.append(sending);
    scroll();
  }

  function scroll() {
    log.scrollTop = log.scrollHeight;
  }

  // The end stays in view when what is around the log takes more or less room.
  new ResizeObserver(scroll).observe(log);
  return { box: log, show, showSending };
}
