"""The health of a receiver: one host, as the deliveries of one team find it.

    healthy ──failures in a row──▶ failing ──the fifth──▶ open ──an attempt delivered──▶ healthy

The attempts for an open receiver take the slow queue. Once a minute one of them may try the usual queue: a
receiver that works again does not wait behind those that are slow.

A healthy receiver that took an event within the last hour is proven: a team may have more attempts under way
for such receivers, which are done with soon.

    health = read_health(item)
    health.is_open and not health.awaits_probe(now)  # this attempt takes the slow queue
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from gather.core.clock import from_timestamp
from gather.outgoing.endpoint import endpoint

OPENS_AT = 5
"""The failure in a row at which a receiver is open."""

PROBE_PAUSE = timedelta(minutes=1)
"""How often an open receiver is tried in the usual queue."""

PROVEN_FOR = timedelta(hours=1)
"""For how long an event that a receiver took proves it."""

PROOF_PAUSE = timedelta(minutes=30)
"""How often it is noted that a receiver takes events."""


@dataclass(frozen=True, slots=True)
class ReceiverHealth:
    """The health of a receiver. `probe_at` is set while it is open; `proven_at` is when it took an event."""

    failures: int = 0
    opened_at: str | None = None
    probe_at: str | None = None
    proven_at: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether its attempts take the slow queue."""
        return self.opened_at is not None

    def awaits_probe(self, now: datetime) -> bool:
        """Whether an attempt may try the usual queue, although the receiver is open."""
        return self.probe_at is not None and from_timestamp(self.probe_at) <= now

    def is_proven(self, now: datetime) -> bool:
        """Whether it took an event lately, and has not failed since."""
        return not self.failures and self._was_proven_within(PROVEN_FOR, now)

    def is_news(self, now: datetime) -> bool:
        """Whether it has to be noted that it takes an event now."""
        return self.failures > 0 or not self._was_proven_within(PROOF_PAUSE, now)

    def _was_proven_within(self, period: timedelta, now: datetime) -> bool:
        return self.proven_at is not None and now < from_timestamp(self.proven_at) + period


HEALTHY = ReceiverHealth()


def host_of(url: str) -> str:
    """The host of a delivery's URL, in one spelling. Of a URL only this is shown or stored elsewhere."""
    try:
        return endpoint(url).host
    except ValueError:
        return urlsplit(url).hostname or ""
