/** Puts the focus on the first field of a list's item, once the item is there. */
export function focusWithin(part: { current: HTMLElement | null }, key: string | undefined): void {
  if (key === undefined) return;
  requestAnimationFrame(() => {
    const item = part.current?.querySelector(`[data-item="${CSS.escape(key)}"]`);
    item?.querySelector<HTMLElement>("textarea, input")?.focus();
  });
}
