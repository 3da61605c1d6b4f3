/** Where drafts are kept: in the tab, each under its person. */

const PREFIX = "console-draft:";

export function draftKey(userId: string, name: string): string {
  return `${PREFIX}${userId}:${name}`;
}

export function removeDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
