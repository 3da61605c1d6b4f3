import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { phrase } from "../../language/catalogue";
import styles from "./Editor.module.css";
import type { Editor } from "./use-editor";

interface LeaveGuardProps {
  editor: Editor;
  save: () => Promise<boolean>;
}

/** Asks about changes that are not saved when the person follows a link or closes the tab. */
export function LeaveGuard({ editor, save }: LeaveGuardProps) {
  const { isDirty, discard } = editor;
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string | null>(null);
  useLinkGuard(isDirty, setTarget);
  useCloseGuard(isDirty);
  if (target === null) return null;
  return (
    <Dialog isOpen onClose={() => setTarget(null)} title={phrase("interview.leave.title")}>
      <p>{phrase("interview.leave.words")}</p>
      <div className={styles.buttons}>
        <Button
          look="primary"
          onPress={async () => {
            setTarget(null);
            if (await save()) navigate(target);
          }}
        >
          {phrase("interview.leave.save")}
        </Button>
        <Button onPress={() => navigate(target)}>{phrase("interview.leave.keep")}</Button>
        <Button
          look="danger"
          onPress={() => {
            discard();
            navigate(target);
          }}
        >
          {phrase("interview.leave.discard")}
        </Button>
      </div>
    </Dialog>
  );
}

function useLinkGuard(isOn: boolean, onLeave: (address: string) => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.target !== "" || !isPlain(event)) return;
      if (link.origin !== location.origin || link.pathname === location.pathname || link.hash !== "") return;
      event.preventDefault();
      event.stopPropagation();
      onLeave(`${link.pathname}${link.search}`);
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [isOn, onLeave]);
}

/** Whether a click goes to the same tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** Browsers ask in their own words. */
function useCloseGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onClose);
    return () => window.removeEventListener("beforeunload", onClose);
  }, [isOn]);
}
