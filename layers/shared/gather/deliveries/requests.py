"""The filters of the delivery log, and the body of a redelivery (interface: Deliveries, rules 9 and 14)."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field

from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Fault
from gather.core.formats import QueryNumber, RecordId, ShortText
from gather.core.identifiers import first_id_at
from gather.core.model import CursorQuery, RequestModel
from gather.core.time_range import EndDate, StartDate, first_moment, last_moment
from gather.deliveries.models import DeliveryStatus

# Before and after every id, and every continuation of one, in the order of the table.
_BELOW_IDS, _ABOVE_IDS = "0", "~"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

MOST_ON_A_PAGE = 200
LARGEST_PAGE_NUMBER = 1_000_000


class RedeliverWebhook(RequestModel):
    """Body of the redelivery of a range (interface: Deliveries, rule 14)."""

    since: StartDate
    """The earliest `createdAt`, inclusive."""
    until: EndDate
    """The latest `createdAt`, inclusive; not before `since`."""
    status: Literal["completed", "failed"] = "failed"
    """The status of the deliveries that are repeated."""

    def ids(self, now: datetime) -> tuple[str, str]:
        """The lowest and the highest id of the deliveries meant, all made before `now`."""
        before = timestamp(now - timedelta(milliseconds=1))
        return _id_bound(self.since), _id_bound(min(self.until, before), _ABOVE_IDS)

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """A fault when the range ends before it begins."""
        since, until = raw.get("since"), raw.get("until")
        if isinstance(since, str) and isinstance(until, str) and _is_reversed(since, until):
            return [Fault("until", "must not be before since")]
        return []


def _is_reversed(since: str, until: str) -> bool:
    try:
        return last_moment(until) < first_moment(since)
    except ValueError:
        return False


class WebhookDeliveryQuery(CursorQuery):
    """Filters of the delivery log (interface: Deliveries, rule 9).

    `start_date` and `end_date` are inclusive bounds on `created_at`, and are here timestamps as the
    table has them. `candidate_interview_id` matches the payload.
    """

    webhook_configuration_id: RecordId | None = None
    """Keeps the deliveries of this configuration."""
    event_type: ShortText | None = None
    """Keeps the deliveries of this event."""
    status: DeliveryStatus | None = None
    """Keeps the deliveries with this status."""
    candidate_interview_id: RecordId | None = None
    """Keeps the deliveries about this candidate interview."""
    start_date: StartDate | None = None
    """Keeps the deliveries made since then, inclusive: an ISO 8601 time, or a date for its whole day."""
    end_date: EndDate | None = None
    """Keeps the deliveries made until then, inclusive: an ISO 8601 time, or a date for its whole day."""
    page: Annotated[QueryNumber, Field(ge=1, le=LARGEST_PAGE_NUMBER)] = 1
    """The number of the page."""
    page_size: Annotated[QueryNumber, Field(ge=1, le=MOST_ON_A_PAGE)] = 50
    """How many records a page has."""

    def ids(self) -> tuple[str, str] | None:
        """The lowest and the highest id that a delivery within the dates can have; None without dates."""
        if self.start_date is None and self.end_date is None:
            return None
        lowest = _id_bound(self.start_date) if self.start_date else _BELOW_IDS
        highest = _id_bound(self.end_date, _ABOVE_IDS) if self.end_date else _ABOVE_IDS
        return lowest, highest


def _id_bound(moment: str, end: str = "") -> str:
    """The beginning of the ids of deliveries made in the millisecond of a timestamp, and `end`."""
    at = from_timestamp(moment)
    return first_id_at(at)[: len("01890a5d-ac96")] + end if at >= _EPOCH else _BELOW_IDS
