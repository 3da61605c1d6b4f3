"""A meeting as a calendar file (RFC 5545)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.workflow.meetings.calendar import (
    CalendarEvent,
    EventStatus,
    describe_event,
    times_of,
    write_calendar,
)
from gather.workflow.meetings.models import MeetingRecord


def meeting(**members: object) -> MeetingRecord:
    common = {"id": "m", "organization_id": "o", "team_id": "t", "title": "Tea"}
    moments = {"created_at": "2026-03-02T09:30:00.000Z", "updated_at": "2026-03-03T09:30:00.000Z"}
    return MeetingRecord.model_validate(
        {**common, **moments, "starts_at": "2026-03-20T09:00:00.000Z", **members}
    )


def event(**members: object) -> CalendarEvent:
    record = meeting(**members)
    times = times_of(record)
    assert times is not None
    return describe_event(
        record,
        "Bean",
        uid="uid",
        sequence=1,
        changed_at=record.updated_at,
        status=EventStatus.CONFIRMED,
        times=times,
    )


def calendar(**members: object) -> str:
    return write_calendar(event(**members))


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("A, b; c\\d", "A\\, b\\; c\\\\d"),
        ("one\ntwo", "one\\ntwo"),
        ("one\r\ntwo", "one\\ntwo"),
        ("one\rtwo", "one two"),
        ("a\u2028b\u2029c\u0085d\x0be\x0cf\x00g", "a b c d e f g"),
        ("tab\there", "tab here"),
        ("DTSTART:20200101\r\nEND:VEVENT", "DTSTART:20200101\\nEND:VEVENT"),
    ],
)
def test_a_text_is_escaped_and_stays_in_its_line(title: str, written: str) -> None:
    assert f"\r\nSUMMARY:{written} – Bean\r\n" in calendar(title=title).replace("\r\n ", "")


@given(st.text(max_size=200))
def test_no_text_makes_a_line_of_its_own_or_one_that_is_too_long(title: str) -> None:
    lines = calendar(title=title, place=title or None).split("\r\n")

    assert all(len(line.encode(errors="replace")) <= 75 for line in lines)
    assert "".join(lines).splitlines() == ["".join(lines)]
    names = [line.partition(":")[0] for line in lines if line and not line.startswith(" ")]
    assert names.count("SUMMARY") == names.count("BEGIN") - 1 == 1
