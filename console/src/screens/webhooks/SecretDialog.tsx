import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import type { Webhook } from "../../service/records";
import { rotateSecretOptions } from "../../service/webhooks";
import styles from "./Form.module.css";
import { NewSecret } from "./WebhookDialog";

export interface SecretDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** Makes a new secret, which is shown once. The one before signs along with it for a while. */
export default function SecretDialog({ webhook, onClose }: SecretDialogProps) {
  const [hours, setHours] = useState("24");
  const changing = useMutation(rotateSecretOptions(webhook.id));
  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    changing.mutate(Number(hours));
  };
  return (
    <Dialog isOpen onClose={onClose} title={phrase("webhooks.secret.title")}>
      {changing.isSuccess ? (
        <NewSecret onClose={onClose} secret={changing.data.secret} />
      ) : (
        <form className={styles.form} noValidate onSubmit={change}>
          <p className={styles.words}>{phrase("webhooks.secret.words")}</p>
          <FormSelect
            choices={[
              { id: "0", name: phrase("webhooks.secret.atOnce") },
              { id: "1", name: phrase("webhooks.secret.hour") },
              { id: "24", name: phrase("webhooks.secret.day") },
              { id: "168", name: phrase("webhooks.secret.week") },
            ]}
            label={phrase("webhooks.secret.overlap")}
            onChange={setHours}
            value={hours}
          />
          {changing.isError && <Failure error={changing.error} />}
          <div className={styles.buttons}>
            <Button onPress={onClose}>{phrase("shared.cancel")}</Button>
            <Button isPending={changing.isPending} look="primary" type="submit">
              {phrase("webhooks.secret.make")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
