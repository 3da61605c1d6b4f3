import { createContext, use, useEffect, useId } from "react";

export interface Shortcut {
  /** As `aria-keyshortcuts` writes it: `a`, `Control+Enter`. */
  keys: string;
  /** What it does, in words. */
  label: string;
  /** Left out where a control takes the keys itself, and they only have to be listed. */
  run?: (() => void) | undefined;
}

interface Registry {
  register: (id: string, shortcut: Shortcut) => void;
  unregister: (id: string) => void;
  openList: () => void;
}

export const RegistryContext = createContext<Registry | null>(null);

/** Registers a shortcut for as long as the component is shown. */
export function useShortcut(shortcut: Shortcut): void {
  const id = useId();
  const registry = use(RegistryContext);
  useEffect(() => {
    registry?.register(id, shortcut);
    return () => registry?.unregister(id);
  });
}

/** Opens the list of shortcuts. */
export function useShortcutList(): () => void {
  const registry = use(RegistryContext);
  return () => registry?.openList();
}
