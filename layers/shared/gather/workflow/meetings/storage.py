"""Where the records of meetings live in the table, and the seats of their slots.

The seats of a meeting are one item: the capacity of each slot and how many of its places are booked. A
booking counts there on condition that a place is free, so that however many candidates race for a slot, it
takes its capacity and no more. A meeting without slots has none.

    storage.create(unit, meeting)
    unit.write(storage.take_seat(meeting, slot), refusal)
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import and_

from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import below, equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.store import KeyRange, Table, Write
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.meetings.models import MeetingRecord, SlotRecord

MEETING = Kind(
    resource="meeting",
    name="MEETING",
    model=MeetingRecord,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "MEETING")],
    search_text=lambda record: record.title,
)


def meeting_seats_key(team_id: str, meeting_id: str) -> keys.Key:
    """The seats of a meeting."""
    return keys.Key(f"TEAM#{team_id}#MEETING_SEATS#{meeting_id}", "SEATS")


def booking_key(team_id: str, meeting_id: str, slot_id: str, candidate_meeting_id: str) -> keys.Key:
    """The booking of a slot by a candidate."""
    seats = meeting_seats_key(team_id, meeting_id)
    return keys.Key(seats.pk, f"BOOKING#{slot_id}#{candidate_meeting_id}")


MEETING_SEATS = ItemKind("MEETING_SEATS", meeting_seats_key)
MEETING_BOOKING = ItemKind("MEETING_BOOKING", booking_key)


def create(unit: UnitOfWork, meeting: MeetingRecord) -> None:
    """Save a new meeting with the seats of its slots, as part of `unit`."""
    unit.create(MEETING, meeting)
    for write in _seat_changes((), meeting):
        unit.write(write)


def save_seats(unit: UnitOfWork, before: MeetingRecord, after: MeetingRecord) -> None:
    """Save the seats of a meeting that was changed, as part of `unit`. A slot whose time or length was
    changed begins with none booked."""
    for write in _seat_changes(before.slots, after):
        unit.write(write)


def _seat_changes(before: Iterable[SlotRecord], meeting: MeetingRecord) -> Iterator[Write]:
    known = {slot.id: slot for slot in before}
    there = {slot.id for slot in meeting.slots}
    changed = [slot for slot in meeting.slots if known.get(slot.id) != slot]
    removed = [slot for slot in known.values() if slot.id not in there]
    if not changed and not removed:
        return
    place = MEETING_SEATS.at(meeting.team_id, meeting.id)
    values = {_seats(slot): _form(slot) for slot in changed}
    yield place.update(Update(set=place.named(**values), remove=[_seats(slot) for slot in removed]))


def move_seat(
    meeting: MeetingRecord, to: SlotRecord | None = None, release: SlotRecord | None = None
) -> Write:
    """The write that books a place of the slot `to`, and frees one of the slot `release`.

    Its condition is that both slots are as they are here and that a place of `to` is free.
    """
    place = MEETING_SEATS.at(meeting.team_id, meeting.id)
    conditions = [equal(_seats(slot), _form(slot)) for slot in (to, release) if slot is not None]
    booked: dict[str, int] = {}
    if to is not None:
        conditions.append(lacks(_booked(to)) | below(_booked(to), to.capacity))
        booked[_booked(to)] = 1
    if release is not None:
        booked[_booked(release)] = -1
    return place.update(Update(add=booked, condition=reduce(and_, conditions)))


def has_slots(seats: Item | None, *slots: SlotRecord | None) -> bool:
    """Whether the seats of a meeting have the slots as they are here."""
    known = seats or {}
    return all(known.get(_seats(slot)) == _form(slot) for slot in slots if slot is not None)


def booked_places(table: Table, meetings: Iterable[MeetingRecord]) -> dict[str, dict[str, int]]:
    """How many places of each slot are booked, by the ids of the meetings and of the slots.

    One round trip for each hundred meetings; none where no meeting has slots.
    """
    with_slots = [meeting for meeting in meetings if meeting.slots]
    places = {meeting.id: MEETING_SEATS.key(meeting.team_id, meeting.id) for meeting in with_slots}
    found = table.get_many(places.values())
    return {meeting.id: count_booked(meeting, found.get(places[meeting.id])) for meeting in with_slots}


def count_booked(meeting: MeetingRecord, seats: Item | None) -> dict[str, int]:
    """How many places of each slot are booked, by its id, in the item of the meeting's seats."""
    return {slot.id: int((seats or {}).get(_booked(slot), 0)) for slot in meeting.slots}


def list_bookings(table: Table, team_id: str, meeting_id: str, slot_id: str = "") -> Iterator[str]:
    """The candidate meetings that a meeting's slots are booked by, or one of its slots.

    One round trip for each megabyte.
    """
    seats = MEETING_SEATS.key(team_id, meeting_id)
    booked = KeyRange(seats.pk, begins_with=f"BOOKING#{slot_id}")
    for item in table.query_all(booked, consistent=True):
        yield item["candidateMeetingId"]


# Short names: an expression with those of all slots has at most 4 KB.
def _seats(slot: SlotRecord) -> str:
    return f"s{slot.number}"


def _booked(slot: SlotRecord) -> str:
    """The attribute that counts the bookings of a slot as it is now: of another version it is another one."""
    return f"b{slot.number}v{slot.version}"


def _form(slot: SlotRecord) -> str:
    """The version and the capacity of a slot: while they stay, bookings count towards it."""
    return f"{slot.version}/{slot.capacity}"
