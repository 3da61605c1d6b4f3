import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useLocation, useSearch } from "wouter";
import { webhookDeliveryAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { WebhooksIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { ScreenLink } from "../../design/ScreenLink";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import type { Webhook, WebhookDelivery } from "../../service/records";
import { deliveriesOptions } from "../../service/webhook-deliveries";
import { useMayDo } from "../../session/use-session";
import styles from "./Deliveries.module.css";
import { DeliveryFilters } from "./DeliveryFilters";
import { DeliveryState } from "./DeliveryState";
import { eventName } from "./events";
import { faultOf } from "./failure-words";
import { deliveryFilterOf, filterOf, type LogFilter, webhooksAddress } from "./filter";
import { Redeliver } from "./Redeliver";
import { webhookName } from "./webhook-name";

/** What was sent, newest first, and what can be sent again. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const filter = filterOf(useSearch());
  const [, navigate] = useLocation();
  const deliveries = useInfiniteQuery(deliveriesOptions(deliveryFilterOf(filter)));
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const columns = useColumns(webhooks);
  const change = (next: LogFilter) => navigate(webhooksAddress(next), { replace: true });
  return (
    <section className={styles.log}>
      <h2 className={styles.title}>{phrase("webhooks.log")}</h2>
      <DeliveryFilters filter={filter} onChange={change} webhooks={webhooks} />
      {deliveries.isError && <Failure error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
      {deliveries.isSuccess && rows.length === 0 && (
        <NoDeliveries isFiltered={Object.keys(filter).length > 0} onClear={() => change({})} />
      )}
      {(deliveries.isPending || rows.length > 0) && (
        <Table
          columns={columns}
          footer={deliveries.hasNextPage ? <MoreButton pages={deliveries} /> : null}
          isPending={deliveries.isPending}
          keyOf={({ id }) => id}
          label={phrase("webhooks.log")}
          rows={rows}
        />
      )}
    </section>
  );
}

function useColumns(webhooks: readonly Webhook[]): readonly Column<WebhookDelivery>[] {
  const mayRedeliver = useMayDo("manageWebhooks");
  const ids = useId();
  const described = ({ id }: WebhookDelivery) => `${ids}-${id}`;
  const columns: Column<WebhookDelivery>[] = [
    {
      id: "event",
      title: phrase("webhooks.log.event"),
      isRowHeader: true,
      cell: (delivery) => <Event delivery={delivery} id={described(delivery)} />,
    },
    {
      id: "status",
      title: phrase("webhooks.log.status"),
      cell: (delivery) => <Outcome delivery={delivery} />,
    },
    {
      id: "webhook",
      title: phrase("webhooks.log.webhook"),
      cell: ({ webhookConfigurationId }) => (
        <span dir="auto">{nameOf(webhooks, webhookConfigurationId)}</span>
      ),
    },
    {
      id: "when",
      title: phrase("webhooks.log.when"),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatAgo(createdAt)}
        </time>
      ),
    },
  ];
  if (!mayRedeliver) return columns;
  return [
    ...columns,
    {
      id: "again",
      title: phrase("webhooks.log.again"),
      isTitleHidden: true,
      cell: (delivery) =>
        delivery.status === "failed" ? (
          <Redeliver deliveryId={delivery.id} describedBy={described(delivery)} />
        ) : null,
    },
  ];
}

function Event({ delivery, id }: { delivery: WebhookDelivery; id: string }) {
  return (
    <span className={styles.event} id={id}>
      <ScreenLink className={styles.link} to={webhookDeliveryAddress(delivery.id)}>
        {eventName(delivery.eventType)}
      </ScreenLink>
      <code className={styles.code} dir="ltr">
        {delivery.eventType}
      </code>
    </span>
  );
}

function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const { status, errorResponse } = delivery;
  const fault = errorResponse === null ? null : faultOf(errorResponse.status, errorResponse.error ?? null);
  return (
    <span className={styles.outcome}>
      <DeliveryState status={status} />
      {fault !== null && <span className={styles.why}>{fault.title}</span>}
    </span>
  );
}

interface NoDeliveriesProps {
  isFiltered: boolean;
  onClear: () => void;
}

function NoDeliveries({ isFiltered, onClear }: NoDeliveriesProps) {
  return (
    <Card>
      <EmptyState
        advice={phrase(isFiltered ? "webhooks.log.filtered.advice" : "webhooks.log.empty.advice")}
        icon={WebhooksIcon}
        title={phrase(isFiltered ? "webhooks.log.filtered" : "webhooks.log.empty")}
      >
        {isFiltered && <Button onPress={onClear}>{phrase("webhooks.log.clear")}</Button>}
      </EmptyState>
    </Card>
  );
}

function nameOf(webhooks: readonly Webhook[], id: string | null): string {
  if (id === null) return phrase("webhooks.ofInterview");
  const found = webhooks.find((each) => each.id === id);
  return found === undefined ? phrase("webhooks.unknown") : webhookName(found);
}
