import { type UseQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { WebhooksIcon } from "../../design/icons";
import { useRemovalFocus } from "../../design/removal-focus";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import type { Webhook, WebhookDelivery } from "../../service/records";
import { deliveriesOptions, isOnItsWay } from "../../service/webhook-deliveries";
import { useMayDo } from "../../session/use-session";
import { WebhookCard } from "./WebhookCard";
import styles from "./WebhookList.module.css";

interface WebhookListProps {
  webhooks: UseQueryResult<Webhook[]>;
  /** What has the focus when the last webhook is removed. */
  heading: RefObject<HTMLElement | null>;
  onAdd: () => void;
}

export function WebhookList({ webhooks, heading, onAdd }: WebhookListProps) {
  const { data } = webhooks;
  // The newest of all deliveries tell how each webhook fares, without a request for each.
  const recent = useInfiniteQuery({ ...deliveriesOptions({}), enabled: (data?.length ?? 0) > 0 });
  const newest = recent.data?.pages[0]?.deliveries ?? [];
  const keys = (data ?? []).map(({ id }) => id);
  const { place, expectRemoval } = useRemovalFocus<HTMLUListElement>(keys, heading);
  if (webhooks.isError) {
    return <Failure error={webhooks.error} onRetry={() => void webhooks.refetch()} />;
  }
  if (data === undefined) return <Waiting />;
  if (data.length === 0) return <NoWebhooks onAdd={onAdd} />;
  return (
    <ul className={styles.list} ref={place}>
      {data.map((webhook) => (
        <li data-key={webhook.id} key={webhook.id}>
          <WebhookCard
            last={lastOf(newest, webhook.id)}
            onRemoval={() => expectRemoval(webhook.id)}
            webhook={webhook}
          />
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={5} />
    </Card>
  );
}

function NoWebhooks({ onAdd }: { onAdd: () => void }) {
  const mayManage = useMayDo("manageWebhooks");
  return (
    <Card>
      <EmptyState
        advice={phrase("webhooks.empty.advice")}
        icon={WebhooksIcon}
        title={phrase("webhooks.empty")}
      >
        {mayManage && <Button onPress={onAdd}>{phrase("webhooks.empty.add")}</Button>}
      </EmptyState>
    </Card>
  );
}

/** The newest delivery of a webhook: one that is over, else one on its way. */
function lastOf(newest: readonly WebhookDelivery[], id: string): WebhookDelivery | undefined {
  const own = newest.filter(({ webhookConfigurationId }) => webhookConfigurationId === id);
  return own.find((delivery) => !isOnItsWay(delivery)) ?? own[0];
}
