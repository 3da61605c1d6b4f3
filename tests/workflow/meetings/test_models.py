"""Meetings: their slots through changes, and until when an answer is asked for (interface: Meetings, rules 2
and 4)."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gather.core.clock import from_timestamp, timestamp
from gather.workflow.meetings.models import MeetingRecord, SlotRecord
from gather.workflow.meetings.requests import ChangeMeeting

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MOMENTS = st.integers(-10_000, 100_000).map(lambda minutes: timestamp(NOW + timedelta(minutes=minutes)))
SLOTS = st.lists(MOMENTS, max_size=5).map(
    lambda starts: tuple(
        SlotRecord(id=f"slot-{number}", number=number, starts_at=moment)
        for number, moment in enumerate(starts, 1)
    )
)


def meeting(**members: Any) -> MeetingRecord:
    common = {"id": "m", "organization_id": "o", "team_id": "t", "title": "Tea", "minutes": 45}
    moments = {"created_at": timestamp(NOW), "updated_at": timestamp(NOW)}
    return MeetingRecord.model_validate({**common, **moments, **members})


@given(MOMENTS, MOMENTS, SLOTS, st.integers(0, 168))
def test_an_answer_is_never_asked_for_after_the_meeting_has_begun(
    expiry: str, starts_at: str, slots: tuple[SlotRecord, ...], hours: int
) -> None:
    asked = meeting(starts_at=starts_at, slots=slots, slots_made=len(slots), booking_closes_hours=hours)

    until = asked.answer_until(expiry)

    assert until <= expiry
    last = max((slot.starts_at for slot in slots), default=starts_at)
    assert until <= last
    assert meeting().answer_until(expiry) == expiry


@given(MOMENTS, st.integers(5, 480), st.integers(0, 168))
def test_a_slot_takes_its_minutes_and_closes_its_hours_before_whatever_the_clocks_do(
    starts_at: str, minutes: int, hours: int
) -> None:
    slot = SlotRecord(id="s", number=1, starts_at=starts_at)

    assert from_timestamp(slot.ends_at(minutes)) - from_timestamp(starts_at) == timedelta(minutes=minutes)
    assert from_timestamp(starts_at) - from_timestamp(slot.closes_at(hours)) == timedelta(hours=hours)


@given(SLOTS, SLOTS, st.booleans())
def test_a_change_releases_exactly_the_slots_that_are_others_then(
    slots: tuple[SlotRecord, ...], wanted: tuple[SlotRecord, ...], is_longer: bool
) -> None:
    before = meeting(slots=slots, slots_made=len(slots))
    known = {slot.id for slot in slots}
    asked = [{"startsAt": slot.starts_at, **({"id": slot.id} if slot.id in known else {})} for slot in wanted]
    body = {"slots": asked, **({"durationMinutes": 60} if is_longer else {})}
    change = ChangeMeeting.model_validate_json(json.dumps(body))

    after = before.update(change, NOW)

    kept = {slot.id: slot.starts_at for slot in after.slots}
    moved = {slot.id for slot in slots if is_longer or kept.get(slot.id) != slot.starts_at}
    assert set(before.released_slots(after)) == moved
    numbers = [slot.number for slot in after.slots]
    assert len(numbers) == len(set(numbers))
    assert all(slot.number > before.slots_made for slot in after.slots if slot.id not in known)
