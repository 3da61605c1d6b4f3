/** Unsaved changes of an interview, kept for the tab. */

import { draftKey } from "../../session/stored-drafts";
import type { InterviewForm } from "./form";

export interface Draft {
  form: InterviewForm;
  /** What of the form is stored at the service. */
  stored: InterviewForm;
}

/** Drafts of another shape come from an earlier version of the console. */
const SHAPE = 1;

export function readDraft(userId: string, name: string): Draft | null {
  const text = sessionStorage.getItem(draftKey(userId, name));
  if (text === null) return null;
  const { shape, ...draft } = JSON.parse(text) as Draft & { shape: number };
  return shape === SHAPE ? draft : null;
}

export function keepDraft(userId: string, name: string, draft: Draft): void {
  sessionStorage.setItem(draftKey(userId, name), JSON.stringify({ shape: SHAPE, ...draft }));
}

export function dropDraft(userId: string, name: string): void {
  sessionStorage.removeItem(draftKey(userId, name));
}
