"""A customer's system that receives webhooks, on the stack's own address: it takes some events only when they
are sent again, and one never.

It stands for a service of somebody else that is sometimes down and does not know every event, so that the
demo has deliveries with a retry and one that fails.
"""

import threading
from typing import Any, Final

PATH = "/_local/receiver"
REFUSED_AT_FIRST: Final = frozenset({"candidate_interview.completed", "workflow.step.waiting_for_evaluation"})
"""The events whose first attempt is refused."""
REFUSED_ALWAYS: Final = frozenset({"workflow.enrollment.failed"})
"""The events that the system does not know."""
_MOST_REMEMBERED: Final = 10_000


class ExampleReceiver:
    """Remembers the events that it has refused, until the stack stops."""

    def __init__(self) -> None:
        self._refused: dict[str, None] = {}
        self._lock = threading.Lock()

    def respond(self, event: str | None, service_id: str | None) -> tuple[int, dict[str, Any]]:
        """Status and body for a delivery, by its `X-Service-Event` and by its `X-Service-Id`, which every
        attempt has."""
        if event is None or service_id is None:
            return 400, {"message": "This is no delivery: it has no X-Service-Event or no X-Service-Id."}
        if event in REFUSED_ALWAYS:
            return 422, {"message": f"The applicant tracking system has no rule for {event}."}
        if event in REFUSED_AT_FIRST and self._is_first(service_id):
            return 503, {"message": "The applicant tracking system is being updated. Please try again."}
        return 200, {"received": event}

    def _is_first(self, service_id: str) -> bool:
        """Whether this event comes for the first time; the oldest of many are forgotten."""
        with self._lock:
            if service_id in self._refused:
                return False
            self._refused[service_id] = None
            if len(self._refused) > _MOST_REMEMBERED:
                del self._refused[next(iter(self._refused))]
            return True
