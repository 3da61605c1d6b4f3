import { Card } from "../../design/Card";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatDateTime } from "../../language/format";
import type { DeliveryAttempt } from "../../service/records";
import styles from "./Delivery.module.css";
import { faultOf } from "./failure-words";

/** Each attempt: when, how long, what was answered, and why it failed. */
export function Attempts({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <Card title={phrase("webhooks.attempts")}>
      {attempts.length === 0 ? (
        <p className={styles.quiet}>{phrase("webhooks.attempts.none")}</p>
      ) : (
        <ol className={styles.attempts}>
          {attempts.map((attempt) => (
            <li className={styles.attempt} key={attempt.number}>
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, startedAt, durationMs, httpStatus, error, responseBody } = attempt;
  const fault = faultOf(httpStatus, error);
  return (
    <>
      <p className={styles.what}>
        <strong>{phrase("webhooks.attempt", { number: number })}</strong>
        <Status tone={fault === null ? "good" : "bad"}>
          {httpStatus === null
            ? phrase("webhooks.attempt.none")
            : phrase("webhooks.attempt.status", { status: String(httpStatus) })}
        </Status>
        <span className={styles.quiet}>
          {phrase("webhooks.attempt.time", {
            time: formatDateTime(startedAt),
            milliseconds: durationMs,
          })}
        </span>
      </p>
      {fault !== null && <p>{fault.title}</p>}
      {responseBody !== null && responseBody !== "" && (
        <div>
          <p className={styles.quiet}>{phrase("webhooks.attempt.answer")}</p>
          <pre className={styles.code} dir="ltr">
            {responseBody}
          </pre>
        </div>
      )}
    </>
  );
}
