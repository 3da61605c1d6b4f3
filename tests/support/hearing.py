"""What the engine server hears in a recording."""

import time
from typing import Any

from local_stack.engines.server_client import EngineRefused, EngineServer, File

_LONGEST_SECONDS = 300


def hear(server: EngineServer, recording: bytes, language: str = "") -> dict[str, Any]:
    """The `verbose_json` of a recording, however long it takes."""
    fields = {"response_format": "verbose_json", "timestamp_granularities[]": "word", "language": language}
    deadline = time.monotonic() + _LONGEST_SECONDS
    while True:
        try:
            response: dict[str, Any] = server.post_form(
                "/audio/transcriptions", fields, File("recording", recording)
            )
        except EngineRefused as refusal:
            if refusal.server_status != 503 or time.monotonic() > deadline:
                raise
            continue
        return response
