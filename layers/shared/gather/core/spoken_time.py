"""Moments as people say them, in the languages of LANGUAGES.

Every page and message writes them so. A page's script, which alone knows the zone of a device, gets the same
shapes (`shapes`).
"""

from datetime import UTC, datetime, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from gather.core.catalogue import Phrases, catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "dates",
    {
        "months": "January February March April May June July August September October November December",
        "day": "{month} {day}, {year}",
        "moment": "{day} at {time} ({zone})",
    },
)

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


def spoken_moment(moment: datetime, zone: str | None, language: str) -> str:
    """A moment with its day, time and zone, in a zone by its IANA name or in UTC."""
    there = moment.astimezone(zone_of(zone))
    name = (there.tzname() or "UTC") if zone is None or there.tzinfo is UTC else zone.replace("_", " ")
    phrases = PHRASES.texts(language)
    return phrases["moment"].format(
        day=spoken_day(there, language), time=_time_of_day(there, phrases), zone=name
    )


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
