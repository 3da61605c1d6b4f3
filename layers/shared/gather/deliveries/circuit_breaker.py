"""The health of a receiver: one host, as the deliveries of one team find it.

    healthy ──failures in a row──▶ failing ──the fifth──▶ open ──an attempt delivered──▶ healthy

The attempts for an open receiver take the slow lane. Once a minute one of them may try the usual lane: a
receiver that works again does not wait behind what is slow.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from gather.core.clock import from_timestamp
from gather.outgoing.endpoint import endpoint

OPENS_AT = 5
"""The failure in a row at which a receiver is open."""

PROBE_PAUSE = timedelta(minutes=1)
"""How often an open receiver is tried in the usual lane."""


@dataclass(frozen=True, slots=True)
class ReceiverHealth:
    """What is known of a receiver. `probe_at` is set while it is open."""

    failures: int = 0
    opened_at: str | None = None
    probe_at: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether its attempts take the slow lane."""
        return self.opened_at is not None

    def awaits_probe(self, now: datetime) -> bool:
        """Whether an attempt may try the usual lane, although the receiver is open."""
        return self.probe_at is not None and from_timestamp(self.probe_at) <= now


HEALTHY = ReceiverHealth()


def host_of(url: str) -> str:
    """The host of a delivery's URL, in one spelling. Of a URL only this is shown or stored elsewhere."""
    try:
        return endpoint(url).host
    except ValueError:
        return urlsplit(url).hostname or ""
