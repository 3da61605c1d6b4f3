"""The events of Amazon Transcribe, which the engine server sends in its place to the stack's EventBridge.

The template's rules then say who gets them
(https://docs.aws.amazon.com/transcribe/latest/dg/monitoring-events.html).
"""

import json
from functools import cached_property
from typing import Any, Final

from local_stack.clients import local_client

EVENTS_URL_VARIABLE: Final = "LOCAL_EVENTS_URL"
_PATIENCE_SECONDS: Final = 5


class JobEvents:
    """Tells the end of jobs to the EventBridge at `endpoint`, on a best-effort basis."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint

    @cached_property
    def _client(self) -> Any:
        return local_client("events", self._endpoint, read_timeout=_PATIENCE_SECONDS)

    def __call__(self, job: str, is_completed: bool) -> None:
        """Send the event of a job that is over."""
        detail = {
            "TranscriptionJobName": job,
            "TranscriptionJobStatus": "COMPLETED" if is_completed else "FAILED",
        }
        entry = {
            "Source": "aws.transcribe",
            "DetailType": "Transcribe Job State Change",
            "Detail": json.dumps(detail),
        }
        self._client.put_events(Entries=[entry])
