import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { ADDRESSES } from "../../addresses";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { WebhooksIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatDateTime } from "../../language/format";
import { isNotFound } from "../../service/errors";
import type { WebhookDeliveryDetail } from "../../service/records";
import { deliveryOptions, isOnItsWay } from "../../service/webhook-deliveries";
import { useMayDo } from "../../session/use-session";
import { Attempts } from "./Attempts";
import { DeliveryFacts } from "./DeliveryFacts";
import { DeliveryState } from "./DeliveryState";
import styles from "./Delivery.module.css";
import { eventName } from "./events";
import { Outcome } from "./Outcome";
import { Payload } from "./Payload";
import { Redeliver } from "./Redeliver";

/** One delivery: what was sent, what was answered, and why it did not arrive. */
export default function Delivery() {
  const { deliveryId } = useParams<{ deliveryId: string }>();
  return <OneDelivery id={deliveryId} key={deliveryId} />;
}

function OneDelivery({ id }: { id: string }) {
  const delivery = useQuery(deliveryOptions(id));
  const { data } = delivery;
  const mayRedeliver = useMayDo("manageWebhooks");
  if (isNotFound(delivery.error)) return <NoDelivery />;
  const title = data === undefined ? phrase("webhooks.delivery") : eventName(data.eventType);
  return (
    <>
      <Back />
      <ScreenHeading
        actions={
          data !== undefined && mayRedeliver && !isOnItsWay(data) ? (
            <Redeliver deliveryId={id} look="primary" />
          ) : undefined
        }
        below={data === undefined ? <Skeleton /> : <Head delivery={data} />}
        title={title}
      />
      {delivery.isError && <Failure error={delivery.error} onRetry={() => void delivery.refetch()} />}
      {delivery.isPending && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data !== undefined && (
        <div className={styles.parts}>
          <Outcome delivery={data} />
          <DeliveryFacts delivery={data} />
          <Attempts attempts={data.attemptHistory} />
          <Payload payload={data.payload} />
        </div>
      )}
    </>
  );
}

function Head({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <p className={styles.head}>
      <DeliveryState status={delivery.status} />
      {delivery.isTest && <Status>{phrase("webhooks.isTest")}</Status>}
      <time dateTime={delivery.createdAt}>{formatDateTime(delivery.createdAt)}</time>
    </p>
  );
}

function Back() {
  return (
    <p>
      <ScreenLink className={styles.back} to={ADDRESSES.webhooks}>
        {phrase("webhooks.back")}
      </ScreenLink>
    </p>
  );
}

function NoDelivery() {
  return (
    <>
      <Back />
      <ScreenHeading title={phrase("webhooks.delivery.notFound")} />
      <EmptyState
        advice={phrase("webhooks.delivery.notFound.advice")}
        icon={WebhooksIcon}
        title={phrase("webhooks.delivery.notFound")}
      />
    </>
  );
}
