"""The schedule of the attempts of a delivery (interface: Deliveries, rules 5 and 16).

wait_seconds(1, AttemptResult(status=500), now)  # 60: the second attempt is due a minute later
"""

from datetime import datetime
from math import ceil

from gather.core.clock import from_timestamp
from gather.deliveries.attempt_result import BUSY_STATUSES
from gather.outgoing.result import AttemptResult
from gather.outgoing.retry_after import retry_after_seconds

ATTEMPT_DELAYS_SECONDS = (0, 60, 300)
"""How long after the end of the attempt before it each attempt is made (interface: Deliveries, rule 5)."""

MOST_ATTEMPTS = len(ATTEMPT_DELAYS_SECONDS)


def seconds_until(moment: str, now: datetime) -> int:
    """The whole seconds from `now` to `moment`; 0 when it has passed."""
    return max(0, ceil((from_timestamp(moment) - now).total_seconds()))


def wait_seconds(made: int, result: AttemptResult, now: datetime) -> int:
    """The pause before the next attempt when `made` attempts were made, the last of them with `result`.

    It is the ladder's, or a longer one that a busy receiver asked for. It is never longer than the longest of
    the ladder (interface: Deliveries, rule 16).
    """
    asked = result.headers.get("retry-after", "") if result.status in BUSY_STATUSES else ""
    longest = max(ATTEMPT_DELAYS_SECONDS)
    return max(ATTEMPT_DELAYS_SECONDS[made], min(retry_after_seconds(asked, now), longest))
