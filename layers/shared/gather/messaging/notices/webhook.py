"""The e-mails about webhooks that fail."""

from gather.messaging.notices.service import Notice
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters


def failing_receiver_notice(_adapters: Adapters, task: ClaimedTask) -> Notice:
    """The notice of a receiver that keeps failing."""
    payload = task.payload
    host, opened_at = payload["host"], payload["openedAt"]
    return Notice(
        f"Webhook deliveries to {host} are failing",
        (
            f"Five webhook deliveries in a row to {host} have failed, the last of them at {opened_at}.",
            "Deliveries to this host are now made more slowly, until it takes one.",
            "Each event is still attempted three times. The delivery log shows the receiver's answers.",
        ),
    )


def switched_off_notice(_adapters: Adapters, task: ClaimedTask) -> Notice:
    """The notice of a configuration that gets no more events."""
    payload = task.payload
    hosts, since = ", ".join(payload["hosts"]), payload["failingSince"]
    configuration_id = payload["webhookConfigurationId"]
    return Notice(
        f"Webhooks to {hosts} are switched off",
        (
            f"All deliveries to {hosts} have failed since {since}.",
            f"After five days of that the webhook configuration {configuration_id} gets no more events.",
            "When the receiver works again, set isActive of the configuration to true, and redeliver.",
            "GET /events lists the events of the last 30 days.",
        ),
    )
