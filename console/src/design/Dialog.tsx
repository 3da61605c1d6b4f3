import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { ReactNode } from "react";
import { phrase } from "../language/catalogue";
import { Button } from "./Button";
import { classes } from "./classes";
import styles from "./Dialog.module.css";
import { CloseIcon } from "./icons";
import { InDialogContext } from "./shortcuts/registry";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the screen; on a phone it comes from below. Escape and a press beside it close it. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  return (
    <ModalOverlay
      className={classes(styles.veil)}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classes(styles.modal)}>
        <AriaDialog className={classes(styles.dialog)}>
          <div className={styles.head}>
            <Heading className={classes(styles.title)} level={2} slot="title">
              {title}
            </Heading>
            <Button aria-label={phrase("dialog.close")} look="quiet" onPress={onClose} size="icon">
              <CloseIcon />
            </Button>
          </div>
          <div className={styles.content}>
            <InDialogContext value={true}>{children}</InDialogContext>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
