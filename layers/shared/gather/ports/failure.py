"""The failures of engines."""

from gather.core.errors import GatherError


class EngineFailed(GatherError):
    """An engine did not do what it was asked.

    `retryable` tells a worker whether the same call may succeed later (throttling, a timeout, a fault inside
    the engine) or never will (the engine refuses the request). `for_operator` says that only somebody who
    repairs the deployment or its account can help (no permission, a paused account, an unverified sender);
    until then the call is retryable. `opted_out` says that the recipient wants no messages by this channel,
    and `country_blocked` that the account sends to no number of the country; neither is a failure of the
    message. `throttled` says that it was asked too often, and has done nothing. `retry_after` is the number
    of seconds that the engine asks to wait before it is asked again; None where it asks for none. `reason`
    is written by the adapters and holds no personal data, so that it may be logged. A route that asks an
    engine directly responds with 503 without it: it is about the deployment.
    """

    status = 503
    code = "SERVICE_UNAVAILABLE"

    def __init__(
        self,
        *,
        retryable: bool,
        reason: str,
        for_operator: bool = False,
        opted_out: bool = False,
        country_blocked: bool = False,
        throttled: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__("A part of the service does not answer as it should. Try again in a moment.")
        self.retryable = retryable
        self.for_operator = for_operator
        self.opted_out = opted_out
        self.country_blocked = country_blocked
        self.throttled = throttled
        self.retry_after = retry_after
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class InstructionsRepeated(EngineFailed):
    """An engine gave back what it was told, which nobody may read. Asking again may give something else."""
