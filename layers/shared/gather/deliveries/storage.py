"""The deliveries of webhook configurations in the table, and the deletions of these configurations."""

from gather.deliveries.models import OVER, DeliveryRecord, DeliveryStatus
from gather.table import keys
from gather.table.conditions import equal
from gather.table.counted_filter import CountedFilter
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.lookup import Lookup
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.webhooks.models import WebhookDeletion

DELIVERIES_SCHEDULE = "deliveries"


DELETIONS_SCHEDULE = "webhook-deletions"


def configuration_listing(team_id: str, configuration_id: str) -> str:
    """The partition that lists the deliveries of a configuration, in the second slot."""
    return keys.sublisting(team_id, "WEBHOOK_DELIVERY", "WEBHOOK", configuration_id)


def _listings(delivery: DeliveryRecord) -> list[str]:
    of_team = keys.listing(delivery.team_id, "WEBHOOK_DELIVERY")
    if delivery.webhook_configuration_id is None:
        return [of_team]
    return [of_team, configuration_listing(delivery.team_id, delivery.webhook_configuration_id)]


def _overdue(delivery: DeliveryRecord) -> tuple[str, str] | None:
    return (DELIVERIES_SCHEDULE, delivery.overdue_at) if delivery.overdue_at else None


TEST_TEXT = "test"
"""The search text of deliveries of test events."""


_OPEN = "open"
"""The filter value of all deliveries that are not over: an attempt counts none of them anew."""


def _filter_value(delivery: DeliveryRecord) -> str:
    return delivery.status.value if delivery.is_over else _OPEN


def interview_delivery_key(team_id: str, candidate_interview_hash: str, record_id: str) -> keys.Key:
    """The key from a candidate interview, a meeting's invite or an enrollment to a delivery about it."""
    return keys.Key(f"TEAM#{team_id}#WEBHOOK_DELIVERY#ABOUT#{candidate_interview_hash}", record_id)


INTERVIEW_DELIVERY = ItemKind("INTERVIEW_DELIVERY", interview_delivery_key)


BY_CANDIDATE_INTERVIEW: Lookup[DeliveryRecord] = Lookup(
    INTERVIEW_DELIVERY, lambda delivery: delivery.subject_id
)
"""By a candidate interview or, where a delivery is about none, by the meeting's invite or the enrollment."""


WEBHOOK_DELIVERY = Kind(
    resource="webhook delivery",
    name="WEBHOOK_DELIVERY",
    model=DeliveryRecord,
    team_of=team_of,
    listings=_listings,
    # It lets the filters of the log walk the thin index; only a redelivery looks into it, for test events.
    search_text=lambda record: TEST_TEXT if record.is_test else "",
    due=_overdue,
    lookups=(BY_CANDIDATE_INTERVIEW,),
    status_filter=CountedFilter(_filter_value, [_OPEN, *(status.value for status in OVER)]),
    person_of=lambda record: record.payload.get("candidateId"),
)


WEBHOOK_DELETION = Kind(
    resource="webhook configuration",
    name="WEBHOOK_DELETION",
    model=WebhookDeletion,
    team_of=team_of,
    listings=lambda record: [],
    due=lambda record: (DELETIONS_SCHEDULE, record.due_at),
)


def list_by_status(
    records: Records, team_id: str, status: DeliveryStatus, offset: int, size: int, after: str | None
) -> RecordPage[DeliveryRecord]:
    """List a page of the team's deliveries with a status, newest first.

    Three round trips; for those that are not over one more for each three thousand of them.
    """
    if status in OVER:
        return records.filtered_page(WEBHOOK_DELIVERY, team_id, status.value, offset, size, after=after)
    where = equal("status", status.value)
    return records.filtered_page(WEBHOOK_DELIVERY, team_id, _OPEN, offset, size, where, after)
