/** The two views of the screen, as the address names them. */

export const INTERVIEWS_VIEW = "interviews";

export function viewOf(search: string): string | null {
  return new URLSearchParams(search).get("view");
}
