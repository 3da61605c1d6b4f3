import { configuration, texts } from "./configuration.js";

// What the parts of the page share and change.
export const page = {
  // What is recorded at the moment, or about to be.
  recording: null,
  // Nothing can be answered any more.
  isOver: false,
  // Nothing else is shown before the consent.
  isAgreed: Boolean(configuration.consent.acceptedAt),
  // What is shown before the first question.
  opening: () => [],
  // What begins the questions from there, in the foot of the page: its words, and what it does.
  start: null,
  offlineText: texts.offline,
  // Called with an item when it has changed, and with how the interview stands when it is over.
  onChange: () => {},
  onStanding: () => {},
};
