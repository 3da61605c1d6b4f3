"""The filters of the delivery log (interface: Deliveries, rule 9)."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Fault
from gather.core.formats import QueryNumber, RecordId, ShortText
from gather.core.identifiers import first_id_at
from gather.core.model import CursorQuery, RequestModel
from gather.webhooks.webhook_delivery import DeliveryStatus

# Before and after every id, and every continuation of one, in the order of the table.
_BELOW_IDS, _ABOVE_IDS = "0", "~"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

MOST_ON_A_PAGE = 200
LARGEST_PAGE_NUMBER = 1_000_000


def _from_moment(text: str) -> str:
    """The first millisecond that is not before `text`; a date alone is its beginning."""
    return _in_milliseconds(_moment(text), timedelta(microseconds=999))


def _to_moment(text: str) -> str:
    """The last millisecond that is not after `text`; a date alone is its end."""
    whole_day = timedelta(days=1, microseconds=-1) if _is_date(text) else timedelta()
    return _in_milliseconds(_moment(text), whole_day)


def _is_date(text: str) -> bool:
    return len(text) <= len("2026-01-01")


def _moment(text: str) -> datetime:
    try:
        return from_timestamp(text)
    except ValueError:
        raise ValueError("must be an ISO 8601 date or time, such as 2026-02-03T04:05:06Z") from None


def _in_milliseconds(moment: datetime, added: timedelta) -> str:
    try:
        return timestamp((moment + added).astimezone(UTC))
    except OverflowError:
        raise ValueError("must be within the years 1 to 9999") from None


StartDate = Annotated[str, AfterValidator(_from_moment)]
EndDate = Annotated[str, AfterValidator(_to_moment)]


class RedeliverWebhook(RequestModel):
    """Body of the redelivery of a range (interface: Deliveries, rule 14)."""

    since: StartDate
    """The earliest `createdAt`, inclusive."""
    until: EndDate
    """The latest `createdAt`, inclusive."""
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
        return _to_moment(until) < _from_moment(since)
    except ValueError:
        return False


class WebhookDeliveryQuery(CursorQuery):
    """Filters of the delivery log (interface: Deliveries, rule 9).

    `start_date` and `end_date` are inclusive bounds on `created_at`, and are here timestamps as the
    table keeps them. `candidate_interview_id` matches the payload.
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
    """What the ids of deliveries made in the millisecond of a timestamp begin with, and `end`."""
    at = from_timestamp(moment)
    return first_id_at(at)[: len("01890a5d-ac96")] + end if at >= _EPOCH else _BELOW_IDS
