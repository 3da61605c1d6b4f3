"""Moments as people say them, in the languages of LANGUAGES.

Every page and message writes them so. A page's script, which alone knows the zone of a device, gets the same
shapes (`shapes`).
"""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from gather.core.bidi import isolate
from gather.core.catalogue import Phrases, catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "dates",
    {
        "months": "January February March April May June July August September October November December",
        "day": "{month} {day}, {year}",
        "moment": "{day} at {time} ({zone})",
        "weekdays": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "weekday": "{weekday}, {day}",
    },
)

SEPARATOR: Final = " · "
"""Between the same moment in two zones. It has no direction of its own."""

_WITH_HALVES: Final = frozenset({"en"})
"""The languages that count the hours of a day twice to twelve."""


def zone_of(name: str | None) -> tzinfo:
    """The time zone of an IANA name, UTC for none or one that this system does not know."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def spoken_day(moment: datetime, language: str) -> str:
    """The day of a moment, in the moment's own zone."""
    phrases = PHRASES.texts(language)
    month = phrases["months"].split()[moment.month - 1]
    return phrases["day"].format(day=moment.day, month=month, year=moment.year)


def spoken_weekday(moment: datetime, language: str) -> str:
    """The day of a moment with its name, in the moment's own zone."""
    phrases = PHRASES.texts(language)
    name = phrases["weekdays"].split()[moment.weekday()]
    return phrases["weekday"].format(weekday=name, day=spoken_day(moment, language))


def spoken_moment(moment: datetime, zone: str | None, language: str) -> str:
    """A moment with its day, time and zone, in a zone by its IANA name or in UTC.

    A time that clocks show twice, when they are set back, has its distance from UTC too.
    """
    there = moment.astimezone(zone_of(zone))
    phrases = PHRASES.texts(language)
    return phrases["moment"].format(
        day=spoken_day(there, language),
        time=_time_of_day(there, phrases),
        zone=_shown_name(zone, there, language),
    )


def spoken_moments(moment: datetime, zones: Sequence[str | None], language: str) -> str:
    """A moment in each of the zones whose clocks show another time than those before it.

    `zones` are IANA names, or None for one that is not known. Without any known one the moment is in UTC.
    """
    shown = _zones_to_show(moment, zones)
    return SEPARATOR.join(spoken_moment(moment, zone, language) for zone in shown)


def spoken_clocks(starts_at: datetime, ends_at: datetime, zones: Sequence[str | None], language: str) -> str:
    """From when to when something is, in the zones as `spoken_moments` has them.

    In the first zone the day is left to the text around it. Where clocks are changed meanwhile, only the
    beginning is told, because the end would seem to be as much earlier or later.
    """
    first, *others = _zones_to_show(starts_at, zones)
    phrases = PHRASES.texts(language)
    begins, ends = (moment.astimezone(zone_of(first)) for moment in (starts_at, ends_at))
    times = f"{_time_of_day(begins, phrases)}\u2009\u2013\u2009{_time_of_day(ends, phrases)}"
    if begins.utcoffset() != ends.utcoffset():
        times = _time_of_day(begins, phrases)
    here = f"{times} ({_shown_name(first, begins, language)})"
    return SEPARATOR.join((here, *(spoken_moment(starts_at, zone, language) for zone in others)))


def _zones_to_show(moment: datetime, zones: Sequence[str | None]) -> list[str | None]:
    """Those of the zones whose clocks show another time than those before them."""
    known: list[str | None] = [zone for zone in zones if zone] or [None]
    by_clock = {moment.astimezone(zone_of(zone)).utcoffset(): zone for zone in reversed(known)}
    return [zone for zone in dict.fromkeys(known) if zone in by_clock.values()]


def _shown_name(zone: str | None, there: datetime, language: str) -> str:
    name = _name_of(zone, there)
    return isolate(name, language) if "," in name else name


def _name_of(zone: str | None, there: datetime) -> str:
    """The name of a zone for a time in it; of a time that clocks show twice, with its distance from UTC."""
    name = (there.tzname() or "UTC") if zone is None or there.tzinfo is UTC else zone.replace("_", " ")
    if there.replace(fold=0).utcoffset() == there.replace(fold=1).utcoffset():
        return name
    return f"{name}, UTC{there.isoformat()[-6:]}"


def shapes(language: str) -> dict[str, Any]:
    """Returns a page script's forms of a time: the phrases, the months, and whether the day has halves."""
    phrases = PHRASES.texts(language)
    return {
        "months": phrases["months"].split(),
        "day": phrases["day"],
        "moment": phrases["moment"],
        "hasHalves": _has_halves(phrases),
    }


def _time_of_day(there: datetime, phrases: Phrases) -> str:
    if not _has_halves(phrases):
        return f"{there:%H:%M}"
    return f"{there.hour % 12 or 12}:{there:%M} {'AM' if there.hour < 12 else 'PM'}"


def _has_halves(phrases: Phrases) -> bool:
    return phrases.language in _WITH_HALVES
