"""One evaluation of a candidate interview: whether it is still wanted, and its end.

Each step begins from what is stored, may be taken twice, and does nothing for a run that is over or
that a newer one has replaced. An answer is never changed, only given its transcription.
"""

from dataclasses import dataclass
from datetime import timedelta

from gather import wiring
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.observability import count
from gather.events.task import evaluation_task_id
from gather.screening import candidate_interview_operations
from gather.screening.candidate_interview import (
    CandidateInterviewRecord,
    StoredAnswer,
    StoredEvaluation,
    SummaryStatus,
)
from gather.screening.whole_candidate_interview_storage import WholeCandidateInterview, read_whole
from gather.table import outbox, store
from gather.table.conversion import Item

LEASE = timedelta(minutes=10)
"""How long a run may stay silent before the recovery worker begins it again; each step prolongs it."""


@dataclass(frozen=True, slots=True)
class Run:
    """An evaluation run; `number` counts from 1 for each candidate interview."""

    team_id: str
    candidate_interview_id: str
    number: int

    @property
    def task_id(self) -> str:
        """The task in the outbox that lives as long as the run."""
        return evaluation_task_id(self.candidate_interview_id, self.number)

    def job_of(self, answer: StoredAnswer) -> str:
        """The transcription job of an answer; every run has its own, so that it can be tried anew."""
        return f"{self.candidate_interview_id}-{self.number}-{answer.media_id}"


def current(run: Run) -> WholeCandidateInterview | None:
    """What there is to evaluate, or None when the run is over or replaced. Prolongs its lease."""
    if not outbox.prolong(wiring.table(), run.task_id, wiring.clock().now(), LEASE):
        return None
    try:
        whole = read_whole(wiring.records(), run.team_id, run.candidate_interview_id)
    except NotFound:
        return None
    evaluation = whole.evaluation
    if evaluation is None or evaluation.run != run.number:
        return None
    return whole if evaluation.summary_status is SummaryStatus.PROCESSING else None


class _Over(Exception):
    """The run was ended or replaced before."""


def end(run: Run, evaluation: StoredEvaluation, evaluated: CandidateInterviewRecord | None = None) -> None:
    """Store what came of the run together with the end of its task; nothing when it ended before.

    The enrollment that `evaluated` is for, if any, goes on from it.
    """
    transaction = wiring.records().transaction()
    item = candidate_interview_operations.evaluation_item(run.team_id, run.candidate_interview_id, evaluation)
    transaction.write(
        store.put(
            item,
            "run = :run AND summaryStatus = :processing",
            run=run.number,
            processing=SummaryStatus.PROCESSING,
        ),
        _over,
    )
    transaction.write(outbox.finish(run.task_id), _over)
    if evaluated is not None:
        candidate_interview_operations.advance_enrollment(transaction, evaluated, wiring.clock().now())
    try:
        transaction.commit()
    except _Over:
        return
    count("Evaluations", outcome=evaluation.summary_status)


def _over(_item: Item | None) -> Exception:
    return _Over()


def fail(run: Run) -> bool:
    """Show the evaluation as failed; the answers stay, and it can be asked for again. Always True."""
    moment = timestamp(wiring.clock().now())
    end(run, StoredEvaluation(run=run.number, summary_status=SummaryStatus.ERROR, evaluated_at=moment))
    return True
