const WRITES =
  'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"])';
const HAS_KEYS_OF_ITS_OWN = '[role="listbox"], [role="menu"]';

/** The single key that was pressed for a shortcut; null where it was meant for something else. */
export function letterOf(event: KeyboardEvent): string | null {
  if (event.isComposing) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.matches(WRITES) || target?.closest(HAS_KEYS_OF_ITS_OWN)) return null;
  // A keyboard of another script still has the letter's place.
  const isLatin = /^[\x21-\x7e]$/.test(event.key);
  const byPlace = /^Key([A-Z])$/.exec(event.code)?.[1];
  return isLatin ? event.key.toLowerCase() : (byPlace?.toLowerCase() ?? null);
}

export function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
