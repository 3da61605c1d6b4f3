"""Moments as people say them, in the languages of LANGUAGES."""

from datetime import UTC, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from gather.core.catalogue import catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "dates",
    {
        "months": "January February March April May June July August September October November December",
        "day": "{month} {day}, {year}",
        "moment": "{day} at {time} ({zone})",
    },
)


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
    return PHRASES.texts(language)["moment"].format(
        day=spoken_day(there, language), time=f"{there:%H:%M}", zone=name
    )
