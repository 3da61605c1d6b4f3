export const configuration = JSON.parse(document.getElementById("configuration").textContent);
export const texts = configuration.texts;
export const MEGABYTE = 1024 * 1024;
export const isEmbedded = window.parent !== window;
export const element = (id) => document.getElementById(id);
export const [messages, scroll, options, typing, trouble] =
  ["messages", "scroll", "options", "typing", "trouble"].map(element);
export const [form, field, sendButton, endButton] = ["write", "text", "send", "end"].map(element);
export const [attachButton, fileField] = ["attach", "file"].map(element);
export const [leaveForm, leaveName, leaveEmail, leaveText] =
  ["leave", "leave-name", "leave-email", "leave-text"].map(element);

// A name keeps its own direction in a sentence of another.
export const isolated = (name) => `\u2068${name}\u2069`;

export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export function said(name, file) {
  const taken = configuration.files;
  return filled(texts[name], {
    file: file && isolated(file.name),
    types: taken.types.map((each) => each.name).join(", "),
    megabytes: taken.largestBytes / MEGABYTE,
  });
}
