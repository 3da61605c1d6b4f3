import { configuration, texts } from "./configuration.js";
import { webAddress } from "./addresses.js";
import { icon, make } from "./elements.js";
import { askToWithdraw, openHelp } from "./help.js";
import { page } from "./page.js";
import { filled } from "./phrases.js";
import { hasEnded } from "./saves.js";
import { call } from "./service.js";
import { draw, heading } from "./steps.js";

// Asks for the consent before anything else, unless it was given before, and begins then. `begin` is told
// whether the candidate has just agreed.
export function afterConsent(begin) {
  const { version, text, acceptedAt, storage, privacyNoticeUrl } = configuration.consent;
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
  const notice = webAddress(privacyNoticeUrl);
  draw([
    heading(texts.consentTitle),
    ...[...text.split("\n"), ...storage.split("\n")].map((paragraph) => make("p", { text: paragraph })),
    notice && make("a", { class: "link", href: notice.href, target: "_blank", rel: "noopener noreferrer" },
      icon("page"), make("span", { text: `${filled(texts.privacyNotice, configuration)} (${texts.newTab})` })),
    trouble, make("div", { class: "row" }, agree, disagreement()), standing,
  ], false);
  return undefined;
}

// Who does not agree is told what follows, and goes on to it or back.
function disagreement() {
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "disagree-title", "aria-describedby": "disagree-text" },
    make("h2", { id: "disagree-title", text: texts.disagree }),
    make("p", { id: "disagree-text", text: filled(texts.disagreeText, configuration) }),
    make("div", { class: "row" }, ...[
      [texts.goBack, () => {}], [texts.disagreeOther, () => openHelp("other_format")], [texts.withdrawNow, askToWithdraw],
    ].map(([label, act]) => make("button", { type: "button", class: "quiet-button", text: label, onclick: () => {
      dialog.close();
      act();
    } }))));
  const button = make("button", { type: "button", class: "quiet-button", text: texts.disagree, onclick: () => dialog.showModal() });
  return make("div", { class: "disagreement" }, button, dialog);
}
