"""From a candidate's recording to the words in it, while the candidate waits."""

import random
import time
from collections.abc import Callable
from typing import TypeVar

from gather.core.errors import ValidationFailed
from gather.core.media_address import media_key
from gather.ports.failure import EngineFailed
from gather.ports.transcription import Transcribed, TranscriptionPending, TranscriptionResult
from gather.screening.sessions.storage import ScreeningSession
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters

R = TypeVar("R")

PATIENCE_SECONDS = 20
"""How long a request waits for a transcription. The function's time is longer."""
PAUSE_SECONDS = 0.4
BUSY_SECONDS = (1.0, 3.0)
"""How long a request waits that the engine has refused because it is asked too often."""


def transcribe_turn(
    session: ScreeningSession,
    media_id: str,
    language: str,
    adapters: Adapters,
    pause: Callable[[float], None] = time.sleep,
) -> Transcribed:
    """Transcribe a recording, with the times of its words where the engine tells them.

    The job is named by the recording, so that a repeated request goes on with the same one. Raises
    ValidationFailed when no words can be heard, and EngineFailed, retryable, when it takes too long.
    """
    transcription = engines_of(adapters, session.whole.record.organization_id).transcription()
    job_id = f"{session.whole.record.id}-turn-{media_id}"
    deadline = time.monotonic() + PATIENCE_SECONDS
    _patiently(lambda: transcription.start(job_id, media_key(media_id), language), deadline, pause)

    def look() -> TranscriptionResult:
        return transcription.result(job_id, within_seconds=max(1, deadline - time.monotonic()))

    while isinstance(result := _patiently(look, deadline, pause), TranscriptionPending):
        if time.monotonic() > deadline:
            raise EngineFailed(retryable=True, reason="the transcription of a turn takes too long")
        pause(PAUSE_SECONDS)
    if not isinstance(result, Transcribed) or not result.text.strip():
        raise ValidationFailed.of("mediaId", "names a recording in which no words can be heard")
    return result


def _patiently(ask: Callable[[], R], deadline: float, pause: Callable[[float], None]) -> R:
    """Ask the engine again until `deadline` while it is asked too often. Raises EngineFailed."""
    while True:
        try:
            return ask()
        except EngineFailed as failure:
            if not failure.throttled or time.monotonic() + BUSY_SECONDS[1] > deadline:
                raise
        pause(random.uniform(*BUSY_SECONDS))
