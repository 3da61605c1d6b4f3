import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Loaded } from "../Loaded";
import { phrase } from "../../language/catalogue";
import { useStoredChoice } from "../stored-choice";
import { isInDialog, letterOf } from "./letter";
import { type RegisteredShortcut, RegistryContext, type Shortcut } from "./registry";

const ShortcutList = lazy(() => import("./ShortcutList"));

/**
 * Keys that do something wherever the focus is. Single letters can be turned off (WCAG 2.1.4), and do nothing
 * while somebody writes.
 */
export function Shortcuts({ children }: { children: ReactNode }) {
  const registered = useRef(new Map<string, RegisteredShortcut>());
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null);
  const [areLettersOn, setLettersOn] = useStoredChoice("shortcuts", true);
  const registry = useMemo(
    () => ({
      register: (id: string, shortcut: RegisteredShortcut) => registered.current.set(id, shortcut),
      unregister: (id: string) => registered.current.delete(id),
      openList: () => setListed([...registered.current.values()]),
    }),
    [],
  );
  useEffect(() => {
    if (!areLettersOn) return undefined;
    let held = "";
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat) {
        // It would go on in the field to which it has led.
        if (event.code === held) event.preventDefault();
        return;
      }
      held = "";
      const letter = letterOf(event);
      const own = { keys: "?", run: registry.openList, isInDialog: false };
      const found = [own, ...registered.current.values()].find(
        (each) => each.run && each.keys === letter && each.isInDialog === isInDialog(event),
      );
      if (found === undefined) return;
      event.preventDefault();
      held = event.code;
      found.run?.();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [areLettersOn, registry]);
  return (
    <RegistryContext value={registry}>
      {children}
      {listed !== null && (
        <Loaded onClose={() => setListed(null)}>
          <ShortcutList
            areLettersOn={areLettersOn}
            onClose={() => setListed(null)}
            onLettersChange={setLettersOn}
            shortcuts={[...listed, { keys: "?", label: phrase("shortcuts.open") }]}
          />
        </Loaded>
      )}
    </RegistryContext>
  );
}
