"""Times around changes of clocks: hours that are left out or shown twice, everywhere in the world."""

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from gather.core.language import LANGUAGES
from gather.core.spoken_time import SEPARATOR, spoken_clocks, spoken_moment, spoken_moments, spoken_weekday

ZONES = (
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/London",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "America/Asuncion",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Australia/Adelaide",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Apia",
)
"""Zones of both hemispheres, with changes of an hour and of half an hour, and some without any."""

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
DAYS = 2 * 365
WRITTEN = re.compile(
    r"(\w+) (\d+), (\d+) at (\d+):(\d\d) (AM|PM) \(\u2068?([^,)\u2069]+)(?:, UTC([+-]\d\d:\d\d))?\u2069?\)"
)
MONTHS = [datetime(2026, month, 1, tzinfo=UTC).strftime("%B") for month in range(1, 13)]


@cache
def changes(zone: str) -> tuple[datetime, ...]:
    """The hours before which the clocks of a zone are changed, within two years."""
    there = ZoneInfo(zone)
    hours = (FIRST + timedelta(hours=hour) for hour in range(24 * DAYS))
    return tuple(
        hour
        for hour in hours
        if hour.astimezone(there).utcoffset() != (hour - timedelta(hours=1)).astimezone(there).utcoffset()
    )


@st.composite
def moments(draw: st.DrawFn) -> tuple[datetime, str]:
    """A minute and a zone; nearly always within hours of a change of its clocks."""
    zone = draw(st.sampled_from(ZONES))
    any_hour = st.integers(0, 24 * DAYS).map(lambda hour: FIRST + timedelta(hours=hour))
    hour = draw(st.sampled_from(changes(zone)) if changes(zone) else any_hour)
    return hour + timedelta(minutes=draw(st.integers(-240, 240))), zone


def read(written: str) -> datetime:
    """The one moment that an English time means. AssertionError when it means none or several."""
    found = WRITTEN.fullmatch(written)
    assert found is not None, written
    month, day, year, hour, minute, half, zone, offset = found.groups()
    hours = int(hour) % 12 + 12 * (half == "PM")
    local = f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}T{hours:02}:{minute}:00"
    meant = set()
    for fold in (0, 1):
        there = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone.replace(" ", "_")), fold=fold)
        is_shown = there.astimezone(UTC).astimezone(there.tzinfo).isoformat().startswith(local)
        if is_shown and offset in (None, there.isoformat()[-6:]):
            meant.add(there.astimezone(UTC))
    assert len(meant) == 1, (written, meant)
    return meant.pop()


@given(moments())
def test_a_time_means_one_moment_whatever_the_clocks_do(case: tuple[datetime, str]) -> None:
    moment, zone = case

    assert read(spoken_moment(moment, zone, "en")) == moment


@given(moments(), st.integers(1, 600))
def test_two_moments_never_read_alike(case: tuple[datetime, str], minutes: int) -> None:
    moment, zone = case
    later = moment + timedelta(minutes=minutes)

    for language in LANGUAGES:
        assert spoken_moment(moment, zone, language) != spoken_moment(later, zone, language)


@given(moments(), st.sampled_from(ZONES))
def test_the_reader_s_zone_is_told_exactly_where_clocks_show_another_time(
    case: tuple[datetime, str], reader: str
) -> None:
    moment, zone = case

    told = spoken_moments(moment, (zone, reader), "en").split(SEPARATOR)

    clocks = {moment.astimezone(ZoneInfo(each)).replace(tzinfo=None) for each in (zone, reader)}
    assert len(told) == len(clocks)
    assert [read(each) for each in told] == [moment] * len(told)
    assert told[0] == spoken_moment(moment, zone, "en")


@given(moments(), st.integers(5, 480))
def test_a_slot_s_clocks_run_as_long_as_it_takes_or_only_its_beginning_is_told(
    case: tuple[datetime, str], minutes: int
) -> None:
    moment, zone = case
    ends_at = moment + timedelta(minutes=minutes)

    told = spoken_clocks(moment, ends_at, (zone, zone), "de")

    begins = moment.astimezone(ZoneInfo(zone))
    times = re.findall(r"\d\d:\d\d(?=[ \u2009])", told)
    assert times[0] == f"{begins:%H:%M}"
    ends = ends_at.astimezone(ZoneInfo(zone))
    if begins.utcoffset() == ends.utcoffset():
        assert times[1] == f"{ends:%H:%M}"
        shown = [int(time[:2]) * 60 + int(time[3:]) for time in times]
        assert (shown[1] - shown[0]) % (24 * 60) == minutes
    else:
        assert len(times) == 1


@given(moments())
def test_the_day_that_slots_stand_under_is_theirs(case: tuple[datetime, str]) -> None:
    moment, zone = case
    there = moment.astimezone(ZoneInfo(zone))

    assert spoken_weekday(there, "en") == f"{there:%A, %B} {there.day}, {there.year}"
