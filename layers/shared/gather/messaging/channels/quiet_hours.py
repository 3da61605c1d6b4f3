"""The hours of the night, in which candidates get no message that nobody asked for, in their own time zone.

    end_of_quiet(from_timestamp("2026-01-05T22:30:00Z"), "Europe/Berlin")  # 8 o'clock in Berlin, the next day

Interface: Message groups, rule 11.
"""

from datetime import datetime, time, timedelta
from typing import Final

from gather.core.spoken_time import zone_of

QUIET_FROM: Final = time(21)
QUIET_UNTIL: Final = time(8)


def end_of_quiet(moment: datetime, zone: str | None) -> datetime | None:
    """When the night ends that `moment` falls into, or None by day and where no zone is known.

    `zone` is an IANA name.
    """
    if zone is None:
        return None
    there = moment.astimezone(zone_of(zone))
    if QUIET_UNTIL <= there.time() < QUIET_FROM:
        return None
    day = there.date() + timedelta(days=1) if there.time() >= QUIET_FROM else there.date()
    return datetime.combine(day, QUIET_UNTIL, there.tzinfo)
