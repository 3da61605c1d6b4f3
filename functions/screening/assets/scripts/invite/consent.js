import { configuration, texts } from "./configuration.js";
import { make } from "./elements.js";
import { page } from "./page.js";
import { hasEnded } from "./saves.js";
import { call } from "./service.js";
import { draw, heading } from "./steps.js";

// Asks for the consent before anything else, unless it was given before, and begins then. `begin` is told
// whether the candidate has just agreed.
export function afterConsent(begin) {
  const { version, text, acceptedAt } = configuration.consent;
  if (acceptedAt) return begin(false);
  const trouble = make("p", { class: "wrong", role: "alert", hidden: true });
  const standing = make("p", { class: "quiet", role: "status" });
  const agree = make("button", { type: "button", class: "button start", text: texts.agree });
  const tell = (fault) => {
    trouble.textContent = fault;
    trouble.hidden = !fault;
  };
  // Not disabled, which would take the focus from it, for seconds on a slow network.
  const wait = (isWaiting) => {
    agree.ariaDisabled = String(isWaiting);
    standing.textContent = isWaiting ? texts.saving : "";
  };
  agree.addEventListener("click", async () => {
    if (agree.ariaDisabled === "true") return;
    wait(true);
    tell("");
    try {
      await call("PUT", "/consent", { version, accepted: true });
      page.isAgreed = true;
      begin(true);
    } catch (failure) {
      if ([404, 409, 410].includes(failure.status) && (await hasEnded(failure.status))) return;
      // The text was changed since the page was opened.
      if (failure.status === 409) location.reload();
      wait(false);
      tell(texts.notAgreed);
    }
  });
  draw([
    heading(texts.consentTitle),
    ...text.split("\n").map((paragraph) => make("p", { text: paragraph })),
    trouble, agree, standing,
  ], false);
  return undefined;
}
