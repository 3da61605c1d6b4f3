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

    `ends` has when each job ends, by its name, and `on_start` is told of each job once. More jobs than
    `most_at_once` are refused, as beyond the account's quota; `refused` counts them, and `asked` all starts.
    """

    clock: HandClock = field(default_factory=HandClock)
    seconds: list[float] = field(default_factory=list)
    ends: dict[str, datetime] = field(default_factory=dict)
    failures_of_results: list[EngineFailed] = field(default_factory=list)
    most_at_once: int | None = None
    refused: int = 0
    asked: int = 0
    on_start: Callable[[str, datetime], None] = field(default=lambda job_id, ends_at: None)

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        self.asked += 1
        if job_id not in self.ends and self.under_way() == self.most_at_once:
            self.refused += 1
            raise EngineFailed(retryable=True, throttled=True, reason="too many jobs")
        is_announced = super().start(job_id, media_key, language)
        if job_id not in self.ends:
            ends_at = self.clock.now() + timedelta(seconds=self.seconds[len(self.ends)])
            self.ends[job_id] = ends_at
            self.on_start(job_id, ends_at)
        return is_announced

    def under_way(self) -> int:
        """How many jobs have not ended."""
        return sum(ends_at > self.clock.now() for ends_at in self.ends.values())

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        if self.failures_of_results:
            raise self.failures_of_results.pop(0)
        if job_id not in self.ends:
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        if self.clock.now() < self.ends[job_id]:
            return TranscriptionPending()
        return super().result(job_id, within_seconds=within_seconds)
