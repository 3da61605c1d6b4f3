import { createContext, use, useEffect, useId } from "react";

export interface Shortcut {
  /** As `aria-keyshortcuts` writes it: `a`, `Control+Enter`. */
  keys: string;
  /** What it does, in words. */
  label: string;
  /** Left out where a control takes the keys itself, and they only have to be listed. */
  run?: (() => void) | undefined;
}

export interface RegisteredShortcut extends Shortcut {
  /** Whether its control stands in a dialog: there no others work, and it works nowhere else. */
  isInDialog: boolean;
}

interface Registry {
  register: (id: string, shortcut: RegisteredShortcut) => void;
  unregister: (id: string) => void;
  openList: () => void;
}

export const RegistryContext = createContext<Registry | null>(null);
export const InDialogContext = createContext(false);

/** Registers a shortcut for as long as the component is shown. */
export function useShortcut(shortcut: Shortcut): void {
  const id = useId();
  const registry = use(RegistryContext);
  const isInDialog = use(InDialogContext);
  useEffect(() => {
    registry?.register(id, { ...shortcut, isInDialog });
    return () => registry?.unregister(id);
  });
}

/** Opens the list of shortcuts. */
export function useShortcutList(): () => void {
  const registry = use(RegistryContext);
  return () => registry?.openList();
}
