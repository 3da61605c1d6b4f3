"""What a suite was told of an order: each request of it, and what the suite reports to be wrong with ours."""

from typing import Final

from gather.core.model import Model
from gather.events.order_tasks import OrderEvent

MOST_ATTEMPTS: Final = 150
"""The most requests of an order that are kept, the newest ones: an item of the table has 400 KB at most."""
MOST_REPORTS: Final = 20
MOST_ERRORS: Final = 20
LONGEST_ERROR: Final = 500
"""In bytes."""
LONGEST_ADDRESS: Final = 2_048

RANKS: Final = {
    OrderEvent.INVITED: 0,
    OrderEvent.STARTED: 1,
    OrderEvent.EXPIRED: 2,
    OrderEvent.CANCELLED: 2,
    OrderEvent.COMPLETED: 3,
}
"""The order of events. One of a lower rank is not told after one of a higher."""


class PushAttempt(Model):
    """A request that told a suite of an order. `error` holds no secret."""

    at: str
    """When the request was sent: ISO 8601 in UTC."""
    event: OrderEvent
    """What the suite was told of."""
    method: str
    """The method of the request."""
    url: str
    """The address of the request."""
    http_status: int | None
    """The status of the suite's answer; null without an answer."""
    error: str | None
    """Why the suite did not take it; null when it did."""


class PushReport(Model):
    """What a suite reports to be wrong with one of our responses."""

    at: str
    """When the suite reported it: ISO 8601 in UTC."""
    api_call: str
    """The call whose response was wrong."""
    errors: tuple[str, ...]
    """What was wrong with it."""


class OrderPushes(Model):
    """What a suite was told of an order so far. `told` are the events, in their order; `update` is the number
    of the newest one, which grows. `taken` names the requests that the suite took, each once: they are never
    sent again, also not for a repeated event."""

    attempts: tuple[PushAttempt, ...] = ()
    told: tuple[OrderEvent, ...] = ()
    taken: tuple[str, ...] = ()
    update: int = 0

    def is_overtaken(self, event: OrderEvent) -> bool:
        """Whether the suite knows of the event, or of a later one; it may know of a completion whose request
        had no good answer."""
        known = {*self.told, *(self.tried & {OrderEvent.COMPLETED})}
        return event in self.told or any(RANKS[each] > RANKS[event] for each in known)

    @property
    def tried(self) -> frozenset[OrderEvent]:
        """The events about which a request was sent: the suite may have taken one whose answer was lost."""
        return frozenset(attempt.event for attempt in self.attempts)

    def has_taken(self, event: OrderEvent, name: str) -> bool:
        """Whether the suite took the request `name` of an event."""
        return _request(event, name) in self.taken

    def add_attempt(self, attempt: PushAttempt, name: str) -> "OrderPushes":
        """With one more attempt of the request `name`; of very many the newest are kept."""
        attempts = (*self.attempts, attempt)[-MOST_ATTEMPTS:]
        taken = (*self.taken, _request(attempt.event, name)) if attempt.error is None else self.taken
        return self.changed(attempts=attempts, taken=taken)

    def add_event(self, event: OrderEvent, update: int) -> "OrderPushes":
        """With an event that the suite was told of."""
        return self.changed(told=(*self.told, event), update=update)


def _request(event: OrderEvent, name: str) -> str:
    return f"{event.value}:{name}"


def new_report(api_call: str, errors: tuple[str, ...], moment: str) -> PushReport:
    """A report, in so far as there is room for it."""
    return PushReport(
        at=moment,
        api_call=_cut(api_call),
        errors=tuple(_cut(error) for error in errors[:MOST_ERRORS]),
    )


def _cut(text: str) -> str:
    """The beginning of a text that fits into the room for an error."""
    return text.encode()[:LONGEST_ERROR].decode(errors="ignore")
