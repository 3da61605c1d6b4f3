"""Meetings: appointments that a workflow may ask a candidate to (interface: Meetings, rules 1, 2 and 6).

A meeting has one time for everybody, or slots, of which each candidate books one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from gather.content.message_groups import built_in_messages
from gather.core.bidi import isolate
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict, NotFound
from gather.core.identifiers import new_id
from gather.core.language import DEFAULT_LANGUAGE
from gather.core.model import Model
from gather.core.record import TeamRecord, common_fields
from gather.core.spoken_time import spoken_moments
from gather.workflow.meetings.requests import ChangeMeeting, CreateMeeting, KeptOrNewSlot, NewSlot

DEFAULT_MINUTES: Final = 60
DEFAULT_CLOSING_HOURS: Final = 2


class MeetingSlot(Model):
    """One time of a meeting, as integrators see it."""

    id: str
    """The slot."""
    starts_at: str
    """When the slot begins: ISO 8601 in UTC."""
    capacity: int = 1
    """How many candidates may book it."""
    booked: int = 0
    """How many candidates have booked it."""


class SlotRecord(Model):
    """A stored slot. No other slot of its meeting, of now or before, has its `number`. `version` counts how
    often its time or its length was changed: a booking is of one version."""

    id: str
    number: int
    starts_at: str
    capacity: int = 1
    version: int = 1

    def change(self, request: KeptOrNewSlot) -> "SlotRecord":
        """Change the slot as a request says that names it."""
        return self.changed(
            starts_at=request.starts_at,
            capacity=request.capacity or self.capacity,
            version=self.version + (request.starts_at != self.starts_at),
        )

    def ends_at(self, minutes: int) -> str:
        """When the slot ends that takes so many minutes, as a stored timestamp."""
        return timestamp(_end(from_timestamp(self.starts_at), minutes))

    def closes_at(self, closing_hours: int) -> str:
        """From when the slot cannot be booked any more, as a stored timestamp."""
        return timestamp(from_timestamp(self.starts_at) - timedelta(hours=closing_hours))


class Meeting(TeamRecord):
    """A meeting of a team, as those see it who choose one."""

    title: str
    """The meeting's title."""
    language: str = DEFAULT_LANGUAGE
    """The language in which the candidate is invited, a BCP 47 code."""
    starts_at: str | None = None
    """When the meeting begins: ISO 8601 in UTC; null while no time is set."""
    minutes: int = DEFAULT_MINUTES
    """How long the meeting takes."""
    place: str | None = None
    """Where the meeting is: an address, a room or the link of a call; null while none is set."""


class MeetingRecord(Meeting):
    """The stored meeting.

    `timezone` is an IANA name, None for a meeting of the administration without one. `url` is the address of
    a call, or of a page about the meeting. `slots_made` counts the slots that it has had. `sequence` counts
    how often what a calendar shows of it was changed (RFC 5545, 3.8.7.4). `arranged_at` is when the time, the
    length or the place of a meeting without slots was changed last.
    """

    timezone: str | None = None
    url: str | None = None
    description: str | None = None
    slots: tuple[SlotRecord, ...] = ()
    slots_made: int = 0
    booking_closes_hours: int = DEFAULT_CLOSING_HOURS
    sequence: int = 0
    arranged_at: str | None = None

    @property
    def where(self) -> tuple[str, ...]:
        """The place and the address of the call, as far as they are set."""
        return tuple(each for each in (self.place, self.url) if each is not None)

    def facts(self, zone: str | None, starts_at: str | None = None) -> tuple[str, ...]:
        """Tell when and where the meeting is, as far as that is known.

        `zone` is the reader's, an IANA name. `starts_at` is the beginning of the reader's own slot.
        """
        phrases = built_in_messages.PHRASES.texts(self.language)
        begins = starts_at or self.starts_at
        facts = []
        if begins is not None:
            time = spoken_moments(from_timestamp(begins), (self.timezone, zone), self.language)
            facts.append(phrases["when"].format(time=time))
        facts += [phrases["where"].format(place=isolate(place, self.language)) for place in self.where]
        return tuple(facts)

    def is_held(self, now: datetime) -> bool:
        """Whether its time has passed."""
        ends_at = None if self.starts_at is None else _end(from_timestamp(self.starts_at), self.minutes)
        return ends_at is not None and ends_at <= now

    def find_slot(self, slot_id: str, version: int | None = None) -> SlotRecord | None:
        """The slot with an id, and of a version if one is given; None where there is none."""
        for slot in self.slots:
            if slot.id == slot_id and version in (None, slot.version):
                return slot
        return None

    def bookable_slot(self, slot_id: str, now: datetime) -> SlotRecord:
        """The slot with an id. Raises NotFound, and Conflict for one that is past or closed."""
        slot = self.find_slot(slot_id)
        if slot is None:
            raise NotFound("slot", slot_id)
        if not self.is_open(slot, now):
            raise Conflict("This time cannot be booked any more.")
        return slot

    def is_open(self, slot: SlotRecord, now: datetime) -> bool:
        """Whether a slot could be booked now, if it has a free place."""
        moment = timestamp(now)
        return slot.starts_at > moment and slot.closes_at(self.booking_closes_hours) > moment

    def answer_until(self, expiry: str) -> str:
        """Until when a candidate is asked to answer: never after the meeting has begun.

        `expiry` is the end of the invite. Of a meeting with slots it is no later than the last one closes.
        """
        last = self.starts_at
        if self.slots:
            last = max(slot.closes_at(self.booking_closes_hours) for slot in self.slots)
        return expiry if last is None else min(expiry, last)

    def rearrange(self, now: datetime, **members: Any) -> "MeetingRecord":
        """Change members of the meeting. Candidates are told of another time, length or place."""
        after = self.changed(**{**members, "updated_at": timestamp(now)})
        if _agree(after, self, _ARRANGED):
            return after if _agree(after, self, _DESCRIBED) else after.changed(sequence=self.sequence + 1)
        after = after.changed(sequence=self.sequence + 1)
        return after if self.slots or after.slots else after.changed(arranged_at=timestamp(now))

    def update(self, change: ChangeMeeting, now: datetime) -> "MeetingRecord":
        """Change the members that a PATCH supplies. Returns the same record when nothing is different.

        Raises NotFound for the id of a slot that the meeting does not have.
        """
        fields = _stored(change.supplied())
        replaces_slots = fields.pop("slots", None) is not None
        after = self.changed(**fields)
        if replaces_slots:
            after = after.replace_slots(change.slots)
        if after.minutes != self.minutes:
            kept = (slot.changed(version=slot.version + self._has(slot)) for slot in after.slots)
            after = after.changed(slots=tuple(kept))
        return self if after == self else self.rearrange(now, **dict(after))

    def replace_slots(self, wanted: Sequence[KeptOrNewSlot]) -> "MeetingRecord":
        """Replace the slots by those that a request asks for. Raises NotFound for an id that it does not
        have."""
        known = {slot.id: slot for slot in self.slots}
        slots, made = [], self.slots_made
        for place, request in enumerate(wanted):
            if request.id is None:
                made += 1
                slots.append(_new_slot(made, request))
            elif request.id in known:
                slots.append(known[request.id].change(request))
            else:
                raise NotFound("slot", request.id, f"slots[{place}].id")
        return self.changed(slots=tuple(slots), slots_made=made)

    def _has(self, slot: SlotRecord) -> bool:
        return self.find_slot(slot.id, slot.version) is not None

    def is_elsewhere(self, before: "MeetingRecord") -> bool:
        """Whether it takes place elsewhere than `before`."""
        return self.where != before.where

    def released_slots(self, after: "MeetingRecord") -> dict[str, int]:
        """The slots whose bookings do not hold in `after` any more, with the versions that they had here."""
        return {slot.id: slot.version for slot in self.slots if not after._has(slot)}


class MeetingDetail(TeamRecord):
    """A meeting as its own routes show it."""

    title: str
    """The meeting's title."""
    description: str | None = None
    """The subject of the meeting, for its candidates."""
    place: str | None = None
    """Where the meeting is: an address or a room."""
    url: str | None = None
    """The address of a call, or of a page about the meeting."""
    duration_minutes: int
    """How long the meeting takes, in minutes."""
    timezone: str | None
    """The time zone of the meeting, an IANA name; null for a meeting of the administration without one."""
    slots: tuple[MeetingSlot, ...] = ()
    """The times of which a candidate books one; none where a person arranges the time."""
    booking_closes_hours: int
    """How many hours before its beginning a slot can be booked for the last time."""
    language: str
    """The language in which candidates are invited, a BCP 47 code."""
    starts_at: str | None
    """When a meeting without slots begins: ISO 8601 in UTC; null while no time is set."""

    @classmethod
    def of(cls, record: MeetingRecord, booked: Mapping[str, int]) -> "MeetingDetail":
        """The meeting of a record; `booked` says how many candidates have booked each slot, by its id."""
        slots = tuple(
            MeetingSlot(
                id=slot.id, starts_at=slot.starts_at, capacity=slot.capacity, booked=booked.get(slot.id, 0)
            )
            for slot in record.slots
        )
        shared = {name: getattr(record, name) for name in cls.model_fields if hasattr(record, name)}
        return cls(**{**shared, "slots": slots, "duration_minutes": record.minutes})


_ARRANGED: Final = ("starts_at", "minutes", "place", "url")
"""The members that a candidate who confirms a meeting relies on."""
_DESCRIBED: Final = ("title",)
"""The other members that a calendar shows."""


def new_meeting(request: CreateMeeting, scope: TeamScope, now: datetime) -> MeetingRecord:
    """The meeting that a POST asks for."""
    fields = _stored(request.supplied())
    fields.pop("slots", None)
    meeting = MeetingRecord(**common_fields(scope, now), **fields)
    slots = tuple(_new_slot(number, each) for number, each in enumerate(request.slots, 1))
    return meeting.changed(slots=slots, slots_made=len(slots))


def _stored(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The members of a body under the names that the record has for them."""
    return {"minutes" if name == "duration_minutes" else name: value for name, value in fields.items()}


def _new_slot(number: int, request: NewSlot | KeptOrNewSlot) -> SlotRecord:
    capacity = request.capacity or 1
    return SlotRecord(id=new_id(), number=number, starts_at=request.starts_at, capacity=capacity)


def _agree(one: MeetingRecord, other: MeetingRecord, members: Sequence[str]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in members)


def _end(starts_at: datetime, minutes: int) -> datetime:
    return starts_at + timedelta(minutes=minutes)
