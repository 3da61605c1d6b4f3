import { configuration } from "./configuration.js";

// What a candidate has written, for this tab alone, so that a reload loses nothing. Without a storage it is in
// memory.
const inMemory = new Map();
const placeOf = (name) => `draft ${configuration.id} ${name}`;

export function keepDraft(name, text) {
  inMemory.set(placeOf(name), text);
  try {
    sessionStorage.setItem(placeOf(name), text);
  } catch { /* it is in memory */ }
}

export function keptDraft(name) {
  try {
    return inMemory.get(placeOf(name)) ?? sessionStorage.getItem(placeOf(name));
  } catch {
    return null;
  }
}

export function forgetDraft(name) {
  inMemory.delete(placeOf(name));
  try {
    sessionStorage.removeItem(placeOf(name));
  } catch { /* nothing was kept */ }
}
