import { FormButtons } from "../../design/FormButtons";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useLocation } from "wouter";
import { webhookDeliveryAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import type { Webhook } from "../../service/records";
import { testWebhookOptions, WEBHOOK_EVENTS, type WebhookEvent } from "../../service/webhooks";
import { eventName } from "./events";
import styles from "./Form.module.css";
import { knownEvents } from "./webhook-form";

export interface TestDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

const CHOICES = () => WEBHOOK_EVENTS.map((id) => ({ id, name: eventName(id) }));

/** Sends the sample of an event, and goes to what becomes of it. */
export default function TestDialog({ webhook, onClose }: TestDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const [event, setEvent] = useState<WebhookEvent>(() => firstOf(webhook));
  const testing = useMutation(testWebhookOptions(webhook.id, queries));
  const send = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    testing.mutate(event, {
      onSuccess: (delivery) => {
        announce(phrase("webhooks.test.sent"));
        onClose();
        navigate(webhookDeliveryAddress(delivery.id));
      },
    });
  };
  const choose = (id: string) => setEvent(WEBHOOK_EVENTS.find((each) => each === id) ?? event);
  return (
    <Dialog isOpen onClose={onClose} title={phrase("webhooks.test.title")}>
      <form className={styles.form} noValidate onSubmit={send}>
        <p className={styles.words}>{phrase("webhooks.test.words")}</p>
        <FormSelect
          choices={CHOICES()}
          label={phrase("webhooks.test.event")}
          onChange={choose}
          value={event}
        />
        {testing.isError && <Failure error={testing.error} />}
        <FormButtons action={phrase("webhooks.test.send")} isPending={testing.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** An event that the webhook is sent in any case. */
function firstOf(webhook: Webhook): WebhookEvent {
  const [first = "candidate_interview.completed"] = knownEvents(webhook.events);
  return first;
}
