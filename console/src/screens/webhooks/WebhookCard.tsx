import { Card } from "../../design/Card";
import { Disclosure } from "../../design/Disclosure";
import { ScreenLink } from "../../design/ScreenLink";
import { Status } from "../../design/Status";
import { webhookDeliveryAddress } from "../../addresses";
import { counted, phrase, type PhraseName } from "../../language/catalogue";
import { formatAgo } from "../../language/format";
import type { Webhook, WebhookDelivery } from "../../service/records";
import type { DeliveryStatus } from "../../service/webhook-deliveries";
import { useMayDo } from "../../session/use-session";
import { eventName } from "./events";
import { RareActions, WebhookActions } from "./WebhookActions";
import styles from "./WebhookCard.module.css";
import { webhookName } from "./webhook-name";

interface WebhookCardProps {
  webhook: Webhook;
  last: WebhookDelivery | undefined;
  onRemoval: () => void;
}

/** Where a webhook sends, what, and how it fares. */
export function WebhookCard({ webhook, last, onRemoval }: WebhookCardProps) {
  const mayManage = useMayDo("manageWebhooks");
  const { urls, events, isActive } = webhook;
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name} dir="auto" id={webhook.id}>
          {webhookName(webhook)}
        </h2>
        <Status tone={isActive ? "good" : "caution"}>
          {phrase(isActive ? "webhooks.active" : "webhooks.paused")}
        </Status>
      </div>
      <ul className={styles.urls}>
        {urls.map((url) => (
          <li key={url}>
            <code dir="ltr">{url}</code>
          </li>
        ))}
      </ul>
      <Last last={last} />
      {mayManage && <WebhookActions webhook={webhook} />}
      <Disclosure level={3} title={phrase("webhooks.more")}>
        <div className={styles.more}>
          <ul aria-label={counted("webhooks.events", events.length)} className={styles.events}>
            {events.map((event) => (
              <li key={event}>
                {eventName(event)} <code dir="ltr">{event}</code>
              </li>
            ))}
          </ul>
          {mayManage && <RareActions onRemoval={onRemoval} webhook={webhook} />}
        </div>
      </Disclosure>
    </Card>
  );
}

const LAST: Readonly<Record<DeliveryStatus, PhraseName>> = {
  pending: "webhooks.last.running",
  processing: "webhooks.last.running",
  completed: "webhooks.last.arrived",
  failed: "webhooks.last.failed",
};

function Last({ last }: Pick<WebhookCardProps, "last">) {
  if (last === undefined) return <p className={styles.last}>{phrase("webhooks.last.none")}</p>;
  return (
    <p className={styles.last}>
      <ScreenLink className={styles.link} to={webhookDeliveryAddress(last.id)}>
        {phrase(LAST[last.status], { ago: formatAgo(last.updatedAt) })}
      </ScreenLink>
    </p>
  );
}
