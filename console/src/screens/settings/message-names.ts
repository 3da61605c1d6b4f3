/** What messages and their members are called. */

import type { PhraseName } from "../../language/catalogue";
import type { MessageGroup } from "../../service/records";

export type MessageType = MessageGroup["messages"][number]["type"];

/** In the order in which candidates get them. */
export const MESSAGE_TYPES: readonly MessageType[] = [
  "INVITE",
  "CANDIDATE_REMINDER",
  "COMPLETION_CONFIRMATION",
  "REJECTION",
];

export const MESSAGE_NAMES: Readonly<Record<MessageType, PhraseName>> = {
  INVITE: "settings.message.invite",
  CANDIDATE_REMINDER: "settings.message.reminder",
  COMPLETION_CONFIRMATION: "settings.message.confirmation",
  REJECTION: "settings.message.rejection",
};

export const MESSAGE_WORDS: Readonly<Record<MessageType, PhraseName>> = {
  INVITE: "settings.message.invite.words",
  CANDIDATE_REMINDER: "settings.message.reminder.words",
  COMPLETION_CONFIRMATION: "settings.message.confirmation.words",
  REJECTION: "settings.message.rejection.words",
};

export const TYPE_NAMES: Readonly<Record<MessageGroup["type"], PhraseName>> = {
  standard: "settings.messages.standard",
  questionnaire: "settings.messages.questionnaire",
};

export const STATUS_NAMES: Readonly<Record<MessageGroup["status"], PhraseName>> = {
  DRAFT: "settings.messages.draft",
  PUBLISHED: "settings.messages.published",
};
