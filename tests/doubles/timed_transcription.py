"""A transcription engine whose jobs take their time on the test's clock."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from gather.ports.failure import EngineFailed
from gather.ports.transcription import WORKER_SECONDS, TranscriptionPending, TranscriptionResult
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedTranscription


@dataclass
class TimedTranscription(ScriptedTranscription):
    """The n-th job that starts takes the n-th of `seconds`.

    `ends` has when each job ends, by its name, and `on_start` is told of each job once.
    """

    clock: HandClock = field(default_factory=HandClock)
    seconds: list[float] = field(default_factory=list)
    ends: dict[str, datetime] = field(default_factory=dict)
    on_start: Callable[[str, datetime], None] = field(default=lambda job_id, ends_at: None)

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        is_announced = super().start(job_id, media_key, language)
        if job_id not in self.ends:
            ends_at = self.clock.now() + timedelta(seconds=self.seconds[len(self.ends)])
            self.ends[job_id] = ends_at
            self.on_start(job_id, ends_at)
        return is_announced

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        if job_id not in self.ends:
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        if self.clock.now() < self.ends[job_id]:
            return TranscriptionPending()
        return super().result(job_id, within_seconds=within_seconds)
