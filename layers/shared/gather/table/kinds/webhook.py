"""Where webhook configurations, their deliveries and their deletions live in the table."""

from gather.domain.webhook import WebhookDeletion, WebhookWithSecret
from gather.domain.webhook_delivery import DeliveryRecord
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.kinds.team_set import TeamSetKind
from gather.table.records import Kind

DELIVERIES_SCHEDULE = "deliveries"
DELETIONS_SCHEDULE = "webhook-deletions"

WEBHOOK = TeamSetKind(
    resource="webhook configuration",
    name="WEBHOOK",
    model=WebhookWithSecret,
    team_of=team_of,
    listings=lambda record: [],
)


def deliveries_of(team_id: str, configuration_id: str) -> str:
    """The partition that lists the deliveries of a configuration, in the second slot."""
    return keys.sublisting(team_id, "WEBHOOK_DELIVERY", "WEBHOOK", configuration_id)


def _listings(delivery: DeliveryRecord) -> list[str]:
    of_team = keys.listing(delivery.team_id, "WEBHOOK_DELIVERY")
    if delivery.webhook_configuration_id is None:
        return [of_team]
    return [of_team, deliveries_of(delivery.team_id, delivery.webhook_configuration_id)]


def _overdue(delivery: DeliveryRecord) -> tuple[str, str] | None:
    return (DELIVERIES_SCHEDULE, delivery.overdue_at) if delivery.overdue_at else None


WEBHOOK_DELIVERY = Kind(
    resource="webhook delivery",
    name="WEBHOOK_DELIVERY",
    model=DeliveryRecord,
    team_of=team_of,
    listings=_listings,
    # Nothing is looked for in it; it lets the filters of the log walk the thin index.
    search_text=lambda record: "",
    due=_overdue,
)

WEBHOOK_DELETION = Kind(
    resource="webhook configuration",
    name="WEBHOOK_DELETION",
    model=WebhookDeletion,
    team_of=team_of,
    listings=lambda record: [],
    due=lambda record: (DELETIONS_SCHEDULE, record.due_at),
)
