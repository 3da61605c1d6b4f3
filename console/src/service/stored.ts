/** Records as they stood when somebody began to change them. */

/** A record with the mark of its state, by which the service notices that somebody else has changed it. */
export interface Stored<Kind> {
  record: Kind;
  /** The `ETag`; null where the service gives none. */
  state: string | null;
}

/** For what a form is filled with: read when the form opens, not from earlier times, and not under the person's hands. */
export const READ_ONCE = { gcTime: 0, staleTime: Infinity };
