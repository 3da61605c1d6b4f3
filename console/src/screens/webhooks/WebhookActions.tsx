import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button, type ButtonProps } from "../../design/Button";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import type { Webhook } from "../../service/records";
import { changeWebhookOptions, removeWebhookOptions } from "../../service/webhooks";
import { LazyRepeatDialog, LazySecretDialog, LazyTestDialog, LazyWebhookDialog } from "./LazyDialogs";
import styles from "./WebhookActions.module.css";
import { webhookName } from "./webhook-name";

interface WebhookActionsProps {
  webhook: Webhook;
}

/** Several webhooks have the same buttons; the name of theirs is told with them. */
function sharedBy({ id }: Webhook) {
  return { "aria-describedby": id, size: "small" } as const;
}

/** What is done with a webhook most. */
export function WebhookActions({ webhook }: WebhookActionsProps) {
  const [opened, setOpened] = useState<"test" | "edit" | null>(null);
  const close = () => setOpened(null);
  const shared = sharedBy(webhook);
  return (
    <>
      <div className={styles.buttons}>
        {webhook.isActive && (
          <Button {...shared} onPress={() => setOpened("test")}>
            {phrase("webhooks.test")}
          </Button>
        )}
        <Button {...shared} onPress={() => setOpened("edit")}>
          {phrase("shared.edit")}
        </Button>
        <Pause {...shared} webhook={webhook} />
      </div>
      {opened === "test" && <LazyTestDialog onClose={close} webhook={webhook} />}
      {opened === "edit" && <LazyWebhookDialog onClose={close} webhook={webhook} />}
    </>
  );
}

interface RareActionsProps extends WebhookActionsProps {
  /** Called before the webhook goes. */
  onRemoval: () => void;
}

export function RareActions({ webhook, onRemoval }: RareActionsProps) {
  const [opened, setOpened] = useState<"repeat" | "secret" | "remove" | null>(null);
  const close = () => setOpened(null);
  const shared = sharedBy(webhook);
  return (
    <>
      <div className={styles.buttons}>
        {webhook.isActive && (
          <Button {...shared} onPress={() => setOpened("repeat")}>
            {phrase("webhooks.repeat")}
          </Button>
        )}
        <Button {...shared} onPress={() => setOpened("secret")}>
          {phrase("webhooks.secret.change")}
        </Button>
        <Button {...shared} look="danger" onPress={() => setOpened("remove")}>
          {phrase("webhooks.remove")}
        </Button>
      </div>
      {opened === "repeat" && <LazyRepeatDialog onClose={close} webhook={webhook} />}
      {opened === "secret" && <LazySecretDialog onClose={close} webhook={webhook} />}
      <Removal isOpen={opened === "remove"} onClose={close} onRemoval={onRemoval} webhook={webhook} />
    </>
  );
}

function Pause({ webhook, ...rest }: ButtonProps & { webhook: Webhook }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const changing = useMutation(changeWebhookOptions(webhook.id, queries));
  const isActive = !webhook.isActive;
  const change = () =>
    changing.mutate(
      { isActive },
      { onSuccess: () => announce(phrase(isActive ? "webhooks.resumed" : "webhooks.pausedNow")) },
    );
  return (
    <>
      <Button {...rest} isPending={changing.isPending} onPress={change}>
        {phrase(isActive ? "webhooks.resume" : "webhooks.pause")}
      </Button>
      {changing.isError && <Failure error={changing.error} />}
    </>
  );
}

interface RemovalProps extends RareActionsProps {
  isOpen: boolean;
  onClose: () => void;
}

function Removal({ webhook, isOpen, onClose, onRemoval }: RemovalProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const removing = useMutation(removeWebhookOptions(webhook.id, queries));
  const remove = () => {
    onRemoval();
    removing.mutate(undefined, {
      onSuccess: () => {
        announce(phrase("webhooks.removed"));
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      action={phrase("webhooks.remove.action")}
      error={removing.error}
      isOpen={isOpen}
      isPending={removing.isPending}
      look="danger"
      onClose={onClose}
      onConfirm={remove}
      title={phrase("webhooks.remove.title")}
      words={phrase("webhooks.remove.words", { name: webhookName(webhook) })}
    />
  );
}
