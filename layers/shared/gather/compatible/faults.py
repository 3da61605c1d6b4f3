"""The one table of what a server's status means for the work that met it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from gather.ports.failure import EngineFailed

_TOO_MANY_REQUESTS: Final = 429
_TEMPORARY: Final = frozenset((408, 409, 425, _TOO_MANY_REQUESTS))
"""Time has to pass. So it has for every status from 500 on."""
_FOR_OPERATOR: Final = frozenset((401, 402, 403, 404, 405, 410))
"""Somebody has to repair the key, the account or the address. So it is for every redirect."""
_NOT_PAID: Final = "insufficient_quota"
"""What a server calls the end of what was paid for, with the status of too many requests."""
_LONGEST_WAIT_SECONDS: Final = 3_600.0


def failure_of(engine: str, status: int, headers: Mapping[str, str], document: object) -> EngineFailed:
    """The failure that a status which is no success stands for, by the `document` of the response too. Its
    reason has the status alone."""
    is_unpaid = status == _TOO_MANY_REQUESTS and _is_unpaid(document)
    is_for_operator = is_unpaid or status in _FOR_OPERATOR or 300 <= status < 400
    is_temporary = not is_unpaid and (status in _TEMPORARY or status >= 500)
    return EngineFailed(
        retryable=is_temporary or is_for_operator,
        for_operator=is_for_operator,
        throttled=is_temporary and status == _TOO_MANY_REQUESTS,
        retry_after=wait_seconds(headers) if is_temporary else None,
        reason=f"{engine} answered {status}",
    )


def _is_unpaid(document: object) -> bool:
    error = document.get("error") if isinstance(document, dict) else None
    return isinstance(error, dict) and _NOT_PAID in (error.get("type"), error.get("code"))


def wait_seconds(headers: Mapping[str, str]) -> float | None:
    """The seconds that `Retry-After` asks for, as a number or as a date; None without one."""
    asked = headers.get("Retry-After", "").strip()
    try:
        seconds = float(asked)
    except ValueError:
        try:
            moment = parsedate_to_datetime(asked)
        except ValueError:
            return None
        until = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (until - datetime.now(UTC)).total_seconds()
    if not math.isfinite(seconds):
        return None
    return min(_LONGEST_WAIT_SECONDS, max(0.0, seconds))
