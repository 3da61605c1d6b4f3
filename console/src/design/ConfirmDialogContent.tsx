import type { ReactNode } from "react";
import { phrase } from "../language/catalogue";
import { Button, type ButtonProps } from "./Button";
import styles from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";
import { Failure } from "./Failure";
import { useInitialFocus } from "./initial-focus";

export interface ConfirmDialogProps {
  title: string;
  /** What will happen, and to whom. */
  words: string;
  /** What the button says that does it. */
  action: string;
  look?: ButtonProps["look"];
  isPending: boolean;
  /** Why it failed, to be shown as long as the dialog is open. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  /** What is to be chosen along with it. */
  children?: ReactNode;
}

export default function ConfirmDialogContent({
  title,
  words,
  action,
  look = "primary",
  isPending,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  // Enter does nothing by accident that cannot be undone.
  const first = useInitialFocus<HTMLButtonElement>();
  const isDanger = look === "danger";
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p className={styles.words}>{words}</p>
      {children}
      {error !== null && error !== undefined && <Failure error={error} />}
      <div className={styles.buttons}>
        <Button onPress={onClose} {...(isDanger && { ref: first })}>
          {phrase("shared.cancel")}
        </Button>
        <Button isPending={isPending} look={look} onPress={onConfirm} {...(!isDanger && { ref: first })}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
