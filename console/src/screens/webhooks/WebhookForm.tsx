import { FormButtons } from "../../design/FormButtons";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { useInitialFocus } from "../../design/initial-focus";
import { useForm } from "../../design/use-form";
import { phrase } from "../../language/catalogue";
import { refusedMembers } from "../../service/errors";
import type { Webhook } from "../../service/records";
import { addWebhookOptions, changeWebhookOptions, type WebhookEvent } from "../../service/webhooks";
import { EventChoice } from "./EventChoice";
import styles from "./Form.module.css";
import { addressesOf, addressFault, knownEvents } from "./webhook-form";

interface WebhookFormProps {
  webhook?: Webhook;
  /** Called with the secret of a new webhook. */
  onAdded: (secret: string) => void;
  onClose: () => void;
}

const LONGEST_DESCRIPTION = 1_000;

export function WebhookForm({ webhook, onAdded, onClose }: WebhookFormProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const first = useInitialFocus<HTMLInputElement & HTMLTextAreaElement>();
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [addresses, setAddresses] = useState((webhook?.urls ?? []).join("\n"));
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(() => knownEvents(webhook?.events));
  const adding = useMutation(addWebhookOptions(queries));
  const changing = useMutation(changeWebhookOptions(webhook?.id ?? "", queries));
  const error = adding.error ?? changing.error;
  const urls = addressesOf(addresses);
  const fault = addressFault(urls, refusedMembers(error));
  const save = () => {
    const body = { description: description.trim() || null, urls, events: [...events] };
    if (webhook === undefined) adding.mutate(body, { onSuccess: ({ secret }) => onAdded(secret) });
    else changing.mutate(body, { onSuccess: close });
  };
  const close = () => {
    announce(phrase("webhooks.saved"));
    onClose();
  };
  const isRight = () => addressFault(urls) === undefined && events.size > 0;
  const { wasSent, formProps } = useForm({ error, isRight, onSend: save });
  return (
    <form className={styles.form} {...formProps}>
      <Field
        inputRef={first}
        description={phrase("webhooks.urls.words")}
        error={wasSent ? fault : undefined}
        label={phrase("webhooks.urls")}
        onChange={setAddresses}
        rows={2}
        value={addresses}
      />
      <Field
        description={phrase("webhooks.description.words")}
        label={phrase("webhooks.description")}
        maxLength={LONGEST_DESCRIPTION}
        onChange={setDescription}
        value={description}
      />
      <EventChoice
        chosen={events}
        error={wasSent && events.size === 0 ? phrase("webhooks.events.missing") : undefined}
        onChange={setEvents}
      />
      {error !== null && <Failure error={error} />}
      <FormButtons
        action={phrase("shared.save")}
        isPending={adding.isPending || changing.isPending}
        onClose={onClose}
      />
    </form>
  );
}
