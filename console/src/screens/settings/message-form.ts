/** What is entered about a group of messages. */

import { phrase, type PhraseName } from "../../language/catalogue";
import type { ChangeMessageGroup, CreateMessageGroup, MessageGroup } from "../../service/records";
import { MESSAGE_TYPES, type MessageType } from "./message-names";

export interface MessageForm {
  id: string | null;
  emailEnabled: boolean;
  emailSubject: string;
  emailHeader: string;
  emailBody: string;
  smsEnabled: boolean;
  smsBody: string;
}

export interface GroupForm {
  title: string;
  type: MessageGroup["type"];
  status: MessageGroup["status"];
  isDefault: boolean;
  messages: Readonly<Record<MessageType, MessageForm>>;
}

export type MessageFaults = Partial<Record<keyof MessageForm, string>>;

/** What stands for the words of each candidate, with a sample to read it by. */
export const PLACEHOLDERS: Readonly<Record<string, PhraseName>> = {
  link: "settings.placeholder.link",
  candidateFirstName: "settings.placeholder.firstName",
  candidateLastName: "settings.placeholder.lastName",
  interviewTitle: "settings.placeholder.interview",
  companyName: "settings.placeholder.company",
};

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

const NOTHING: MessageForm = {
  id: null,
  emailEnabled: false,
  emailSubject: "",
  emailHeader: "",
  emailBody: "",
  smsEnabled: false,
  smsBody: "",
};

export function formOf(group: MessageGroup | undefined): GroupForm {
  const messages = MESSAGE_TYPES.map((type) => [type, messageOf(group, type)] as const);
  return {
    title: group?.title ?? "",
    type: group?.type ?? "standard",
    status: group?.status ?? "PUBLISHED",
    isDefault: group?.default ?? false,
    messages: Object.fromEntries(messages) as Record<MessageType, MessageForm>,
  };
}

function messageOf(group: MessageGroup | undefined, type: MessageType): MessageForm {
  const found = group?.messages.find((message) => message.type === type);
  // What a new group is made for most often.
  if (group === undefined && type === "INVITE") return { ...NOTHING, emailEnabled: true };
  if (found === undefined) return NOTHING;
  return {
    id: found.id,
    emailEnabled: found.emailEnabled,
    emailSubject: found.emailSubject ?? "",
    emailHeader: found.emailHeader ?? "",
    emailBody: found.emailBody ?? "",
    smsEnabled: found.smsEnabled,
    smsBody: found.smsBody ?? "",
  };
}

export function faultsOf(message: MessageForm): MessageFaults {
  const faults: MessageFaults = {};
  for (const name of ["emailSubject", "emailHeader", "emailBody", "smsBody"] as const) {
    const unknown = unknownPlaceholder(message[name]);
    if (unknown !== undefined) faults[name] = phrase("settings.placeholder.unknown", { name: unknown });
  }
  if (message.emailEnabled && message.emailBody.trim() === "") {
    faults.emailBody = phrase("settings.message.body.missing");
  }
  if (message.smsEnabled && message.smsBody.trim() === "") {
    faults.smsBody = phrase("settings.message.sms.missing");
  }
  return faults;
}

/** The first kind of message that something is wrong with. */
export function firstWrong(form: GroupForm): MessageType | undefined {
  return MESSAGE_TYPES.find((type) => Object.keys(faultsOf(form.messages[type])).length > 0);
}

export function changesOf(form: GroupForm): ChangeMessageGroup {
  const { title, status, isDefault } = form;
  return { title: title.trim(), status, default: isDefault, messages: messagesOf(form) };
}

export function groupToCreate(form: GroupForm, teamId: string): CreateMessageGroup {
  const { title, type, status, isDefault } = form;
  return { teamId, title: title.trim(), type, status, default: isDefault, messages: messagesOf(form) };
}

/** A text as a candidate would read it. */
export function withSamples(text: string): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const sample = PLACEHOLDERS[name];
    return sample === undefined ? placeholder : phrase(sample);
  });
}

/** The messages that say something, or did so. */
function messagesOf({ messages }: GroupForm) {
  const kept = MESSAGE_TYPES.filter((type) => JSON.stringify(messages[type]) !== JSON.stringify(NOTHING));
  return kept.map((type) => {
    const { id, emailEnabled, smsEnabled, ...texts } = messages[type];
    return {
      ...(id !== null && { id }),
      type,
      emailEnabled,
      smsEnabled,
      emailSubject: orNull(texts.emailSubject),
      emailHeader: orNull(texts.emailHeader),
      emailBody: orNull(texts.emailBody),
      smsBody: orNull(texts.smsBody),
    };
  });
}

function unknownPlaceholder(text: string): string | undefined {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name);
  return names.find((name) => !(name in PLACEHOLDERS));
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
