import { Card } from "../../design/Card";
import { counted, phrase } from "../../language/catalogue";
import type { WebhookDeliveryDetail } from "../../service/records";
import { isOnItsWay } from "../../service/webhook-deliveries";
import styles from "./Delivery.module.css";
import { faultOf } from "./failure-words";

/** What became of a delivery, in words, and what to do about it. */
export function Outcome({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <Card title={phrase("webhooks.outcome")}>
      <div className={styles.outcome}>
        <Words delivery={delivery} />
      </div>
    </Card>
  );
}

function Words({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const last = delivery.attemptHistory.at(-1);
  const failure = delivery.errorResponse;
  const fault =
    failure === null
      ? last && faultOf(last.httpStatus, last.error)
      : faultOf(failure.status, failure.error ?? null);
  if (delivery.status === "completed") return <p>{phrase("webhooks.outcome.arrived")}</p>;
  return (
    <>
      {isOnItsWay(delivery) && <p>{counted("webhooks.outcome.running", delivery.attemptHistory.length)}</p>}
      {fault && (
        <>
          <strong>{fault.title}</strong>
          <p>{fault.advice}</p>
        </>
      )}
    </>
  );
}
