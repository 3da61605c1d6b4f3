import type { ComponentProps } from "react";

/** What tells a button's keys to assistive technology: React Aria passes `aria-keyshortcuts` to no element. */
export function withKeyShortcuts(keys: string | undefined) {
  if (keys === undefined) return {};
  return {
    render: (properties: ComponentProps<"button">) => (
      <button {...properties} aria-keyshortcuts={keys} type={properties.type ?? "button"} />
    ),
  };
}
