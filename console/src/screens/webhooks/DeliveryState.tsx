import { Status, type Tone } from "../../design/Status";
import { phrase, type PhraseName } from "../../language/catalogue";
import type { DeliveryStatus } from "../../service/webhook-deliveries";

export const STATUS_NAMES: Readonly<Record<DeliveryStatus, PhraseName>> = {
  pending: "webhooks.status.pending",
  processing: "webhooks.status.processing",
  completed: "webhooks.status.completed",
  failed: "webhooks.status.failed",
};

const TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: "neutral",
  processing: "accent",
  completed: "good",
  failed: "bad",
};

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  return <Status tone={TONES[status]}>{phrase(STATUS_NAMES[status])}</Status>;
}
