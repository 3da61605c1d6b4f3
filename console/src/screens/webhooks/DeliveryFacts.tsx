import { useQuery } from "@tanstack/react-query";
import { candidateAddress, webhookDeliveryAddress } from "../../addresses";
import { Card } from "../../design/Card";
import { Facts } from "../../design/Facts";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase } from "../../language/catalogue";
import type { WebhookDeliveryDetail } from "../../service/records";
import { webhooksOptions } from "../../service/webhooks";
import styles from "./Delivery.module.css";
import { webhooksAddress } from "./filter";
import { webhookName } from "./webhook-name";

/** Where the delivery goes, by which webhook, and what it is about. */
export function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { payload, redeliveryOf } = delivery;
  const candidateId = textOf(payload.candidateId);
  const interview = textOf(payload.candidateInterviewId);
  return (
    <Card title={phrase("webhooks.facts")}>
      <Facts facts={useFacts(delivery)} />
      <p className={styles.links}>
        {redeliveryOf !== null && (
          <ScreenLink className={styles.back} to={webhookDeliveryAddress(redeliveryOf)}>
            {phrase("webhooks.facts.first")}
          </ScreenLink>
        )}
        {candidateId !== null && !delivery.isTest && (
          <ScreenLink className={styles.back} to={candidateAddress(candidateId)}>
            {phrase("webhooks.facts.candidate")}
          </ScreenLink>
        )}
        {interview !== null && (
          <ScreenLink className={styles.back} to={webhooksAddress({ candidateInterview: interview })}>
            {phrase("webhooks.facts.interview")}
          </ScreenLink>
        )}
      </p>
    </Card>
  );
}

function useFacts({
  url,
  eventType,
  eventId,
  webhookConfigurationId,
}: WebhookDeliveryDetail): [string, string][] {
  const webhooks = useQuery(webhooksOptions());
  const webhook = webhooks.data?.find(({ id }) => id === webhookConfigurationId);
  const facts: [string, string][] = [
    [phrase("webhooks.facts.address"), url],
    [phrase("webhooks.facts.event"), eventType],
    [phrase("webhooks.facts.id"), eventId],
  ];
  if (webhookConfigurationId === null) {
    facts.unshift([phrase("webhooks.log.webhook"), phrase("webhooks.ofInterview")]);
  }
  if (webhook !== undefined) facts.unshift([phrase("webhooks.log.webhook"), webhookName(webhook)]);
  return facts;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
