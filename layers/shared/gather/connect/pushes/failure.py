"""The failures of a task that tells a suite something, or asks it."""

from gather.connect.pushes.client import PushFailure
from gather.ports.failure import EngineFailed

CREDENTIALS_ENDED = "the suite no longer accepts the integration's credentials: enter new ones"


class PushFailed(EngineFailed):
    """A suite did not take a request. Whether it may later, is the runner's to heed."""

    def __init__(self, failure: PushFailure) -> None:
        super().__init__(
            retryable=failure.is_temporary, reason=failure.reason, retry_after=failure.wait_seconds or None
        )
