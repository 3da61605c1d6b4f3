import { useState } from "react";
import { Button } from "../../design/Button";
import { CopyField } from "../../design/CopyField";
import { Dialog } from "../../design/Dialog";
import { useInitialFocus } from "../../design/initial-focus";
import { phrase } from "../../language/catalogue";
import type { Webhook } from "../../service/records";
import styles from "./Form.module.css";
import { WebhookForm } from "./WebhookForm";

export interface WebhookDialogProps {
  /** The one to be changed; without it one is added. */
  webhook?: Webhook;
  onClose: () => void;
}

/** Adds or changes a webhook. A new one's secret is shown at the end. */
export default function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const title = webhook === undefined ? "webhooks.add" : "webhooks.edit.title";
  return (
    <Dialog isOpen onClose={onClose} title={phrase(secret === null ? title : "webhooks.secret.title")}>
      {secret === null ? (
        <WebhookForm onAdded={setSecret} onClose={onClose} {...(webhook === undefined ? {} : { webhook })} />
      ) : (
        <NewSecret onClose={onClose} secret={secret} />
      )}
    </Dialog>
  );
}

/** A secret, which the service does not tell again. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const done = useInitialFocus<HTMLButtonElement>();
  return (
    <>
      <p>{phrase("webhooks.secret.once")}</p>
      <CopyField label={phrase("webhooks.secret")} value={secret} />
      <div className={styles.buttons}>
        <Button look="primary" onPress={onClose} ref={done}>
          {phrase("webhooks.secret.done")}
        </Button>
      </div>
    </>
  );
}
