"""Dates and times as clients write them: RFC 3339, and a date alone.

Python reads more of ISO 8601, such as the date of a week, and reads the year of one as another year.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_DATE: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_CLOCK: Final = r"[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?"
_OFFSET: Final = r"[Zz]|[+-][0-9]{2}:[0-9]{2}"
_MOMENT: Final = rf"{_DATE}([Tt ]{_CLOCK}({_OFFSET})?)?"
_LOST_PLUS: Final = rf"{_DATE}[Tt ]{_CLOCK} [0-9]{{2}}:[0-9]{{2}}"
_LEAP_SECOND: Final = ":60"

WANTED: Final = "must be a date or a time of ISO 8601, such as 2026-02-03T04:05:06Z"
_WRITE_PLUS: Final = "must have %2B for the + of its offset: in a query, + is a space"


def moment_of(text: str) -> datetime:
    """Parses a time, in UTC where it has no offset. Raises ValueError with the expected form.

    A leap second is the first moment after it (RFC 3339, 5.7): clocks that run in Unix time have no other.
    """
    if re.fullmatch(_LOST_PLUS, text):
        raise ValueError(_WRITE_PLUS)
    if not re.fullmatch(_MOMENT, text):
        raise ValueError(WANTED)
    has_leap_second = text[16:19] == _LEAP_SECOND
    plain = f"{text[:16]}:59{text[19:]}" if has_leap_second else text
    try:
        moment = datetime.fromisoformat(plain.upper())
        known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        if not has_leap_second:
            return known
        after = known.replace(microsecond=0) + timedelta(seconds=1)
        ends_a_day = after.astimezone(UTC).strftime("%H:%M:%S") == "00:00:00"
    except (ValueError, OverflowError):
        raise ValueError(WANTED) from None
    if not ends_a_day:
        raise ValueError(WANTED)
    return after
