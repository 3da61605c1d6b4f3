"""The bodies of the routes of meetings (interface: Meetings, rules 1 to 3)."""

from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, StringConstraints

from gather.core.clock import timestamp
from gather.core.errors import Fault
from gather.core.formats import HttpUrl, LanguageCode, RecordId, ShortText, Text, TimeZone, Title
from gather.core.language import DEFAULT_LANGUAGE
from gather.core.model import UNSET, RequestModel, RequestPart
from gather.core.moment import WANTED, moment_of
from gather.core.repetition import repeated, texts

MOST_SLOTS: Final = 100
MOST_PLACES: Final = 100
"""The most candidates of one slot."""
LONGEST_MINUTES: Final = 480
LONGEST_CLOSING_HOURS: Final = 168
LONGEST_REQUEST: Final = 2_000
"""Characters of what a candidate writes who asks for another time."""


def _moment(text: str) -> str:
    """A time in ISO 8601 as a timestamp of the service. Raises ValueError for anything else."""
    try:
        return timestamp(moment_of(text).astimezone(UTC))
    except OverflowError:
        raise ValueError(WANTED) from None


Moment = Annotated[str, AfterValidator(_moment), Field(json_schema_extra={"format": "date-time"})]
Minutes = Annotated[int, Field(ge=5, le=LONGEST_MINUTES)]
ClosingHours = Annotated[int, Field(ge=0, le=LONGEST_CLOSING_HOURS)]


class NewSlot(RequestPart):
    """A slot of a new meeting."""

    starts_at: Moment
    """When the slot begins."""
    capacity: Annotated[int, Field(ge=1, le=MOST_PLACES)] = 1
    """How many candidates may book it."""


class KeptOrNewSlot(RequestPart):
    """A slot of a PATCH: one with `id` is that slot of the meeting, one without is new."""

    id: RecordId | None = None
    """The slot that the meeting has."""
    starts_at: Moment
    """When the slot begins."""
    capacity: Annotated[int, Field(ge=1, le=MOST_PLACES)] = UNSET
    """How many candidates may book it. Not sent, it is 1 for a new slot, and stays for another."""


def _slot_faults(raw: Mapping[str, Any]) -> Iterable[Fault]:
    """A fault for each slot whose id stands in the list already."""
    slots = raw.get("slots")
    listed = slots[:MOST_SLOTS] if isinstance(slots, list) else []
    ids = texts(slot.get("id") if isinstance(slot, Mapping) else None for slot in listed)
    for position, earlier in repeated(ids):
        yield Fault(f"slots[{position}].id", f"must not name the slot of slots[{earlier}]")


class CreateMeeting(RequestModel):
    """Body of POST /meetings."""

    title: Title
    description: Text | None = None
    place: ShortText | None = None
    url: HttpUrl | None = None
    duration_minutes: Minutes
    timezone: TimeZone
    slots: Annotated[tuple[NewSlot, ...], Field(max_length=MOST_SLOTS)] = ()
    """The times of which a candidate books one; none where a person arranges the time."""
    booking_closes_hours: ClosingHours = 2
    language: LanguageCode = DEFAULT_LANGUAGE
    starts_at: Moment | None = None
    """When the meeting begins: ISO 8601 in UTC. For a meeting without slots."""


class ChangeMeeting(RequestModel):
    """Body of PATCH /meetings/{id}; `slots` replaces the list, null clears what a meeting can do without."""

    title: Title = UNSET
    description: Text | None = None
    place: ShortText | None = None
    url: HttpUrl | None = None
    duration_minutes: Minutes = UNSET
    timezone: TimeZone = UNSET
    slots: Annotated[tuple[KeptOrNewSlot, ...], Field(max_length=MOST_SLOTS)] = UNSET
    """The times of which a candidate books one; none where a person arranges the time.
    One with an `id` is the slot that there was, one without is new, one left out is removed."""
    booking_closes_hours: ClosingHours = UNSET
    language: LanguageCode = UNSET
    starts_at: Moment | None = None
    """When the meeting begins: ISO 8601 in UTC. For a meeting without slots."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """No slot twice."""
        return _slot_faults(raw)


class BookSlot(RequestModel):
    """Body of POST /m/{token}/booking."""

    slot_id: RecordId
    """The slot."""


class AskForAnotherTime(RequestModel):
    """Body of POST /m/{token}/another-time."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_REQUEST)] | None = None
    """The times that would suit, or why this one does not."""
