"""How long a busy receiver asks to wait (RFC 9110, 10.2.3)."""

from datetime import UTC, datetime
from math import ceil


def retry_after_seconds(asked: str, now: datetime) -> int:
    """The seconds that a Retry-After header names, as a number or as a date; 0 for anything else."""
    if asked.isascii() and asked.isdigit():
        return int(asked[:6])
    try:
        moment = datetime.strptime(asked, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    except ValueError:
        return 0
    return max(0, ceil((moment - now).total_seconds()))
