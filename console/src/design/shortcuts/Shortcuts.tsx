import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { phrase } from "../../language/catalogue";
import { useStoredChoice } from "../stored-choice";
import { letterOf } from "./letter";
import { RegistryContext, type Shortcut } from "./registry";

const ShortcutList = lazy(() => import("./ShortcutList"));

/**
 * Keys that do something wherever the focus is. Single letters can be turned off (WCAG 2.1.4), and do nothing
 * while somebody writes.
 */
export function Shortcuts({ children }: { children: ReactNode }) {
  const registered = useRef(new Map<string, Shortcut>());
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null);
  const [areLettersOn, setLettersOn] = useStoredChoice("shortcuts", true);
  const registry = useMemo(
    () => ({
      register: (id: string, shortcut: Shortcut) => registered.current.set(id, shortcut),
      unregister: (id: string) => registered.current.delete(id),
      openList: () => setListed([...registered.current.values()]),
    }),
    [],
  );
  useEffect(() => {
    if (!areLettersOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const letter = letterOf(event);
      const own = { keys: "?", run: registry.openList };
      const found = [own, ...registered.current.values()].find(({ keys, run }) => run && keys === letter);
      if (found === undefined) return;
      event.preventDefault();
      found.run?.();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [areLettersOn, registry]);
  return (
    <RegistryContext value={registry}>
      {children}
      {listed !== null && (
        <Suspense>
          <ShortcutList
            areLettersOn={areLettersOn}
            onClose={() => setListed(null)}
            onLettersChange={setLettersOn}
            shortcuts={[...listed, { keys: "?", label: phrase("shortcuts.open") }]}
          />
        </Suspense>
      )}
    </RegistryContext>
  );
}
