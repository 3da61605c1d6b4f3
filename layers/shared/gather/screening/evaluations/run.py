"""One evaluation of a candidate interview: whether it is still wanted, and its end.

Each step begins from what is stored, may be taken twice, and does nothing for a run that is over or
that a newer one has replaced. An answer is never changed, only given its transcription.

For example:

    run = EvaluationRun(team_id, candidate_interview_id, number)
    whole = find_current(adapters, run)
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.core.observability import count, logger
from gather.core.settings import Settings
from gather.events.task import TaskName, evaluation_task_id
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview, get_whole
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.screening.evaluations.service import EvaluationOver, end_evaluation, end_evaluation_task
from gather.screening.human_scores.models import end_failed_run
from gather.table import outbox
from gather.table.failures import FailedWork, GivenUpWork, set_aside
from gather.table.team_limits import SlotLimit, give_back_slot, take_slot
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_runner import Policy

POLICY = Policy(timedelta(minutes=3), given_up="EvaluationsFailed")
"""How long a run may take to begin before the recovery worker begins it again, and how often it is begun."""

STEP_LEASE = timedelta(minutes=10)
"""How long a run that has begun may stay silent: each step prolongs the time."""

SLOT_LEASE = timedelta(hours=1)
"""A run that lasts longer goes on, and another one may begin beside it."""

_JOB_NAME = re.compile(r"(?P<candidate_interview_id>.{36})-(?P<run>\d{1,9})-(?P<media_id>[\w.-]+)", re.ASCII)

Outcome = Callable[[StoredEvaluation], StoredEvaluation]
"""Makes what came of a run of the evaluation as it is."""


@dataclass(frozen=True, slots=True)
class EvaluationRun:
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
        return TranscriptionJob(self.candidate_interview_id, self.number, str(answer.media_id)).name


@dataclass(frozen=True, slots=True)
class TranscriptionJob:
    """The transcription job of a recording in an evaluation run."""

    candidate_interview_id: str
    run: int
    media_id: str

    @property
    def name(self) -> str:
        """Its name, by which the engine knows it."""
        return f"{self.candidate_interview_id}-{self.run}-{self.media_id}"

    @classmethod
    def of_name(cls, name: str) -> "TranscriptionJob | None":
        """The job of a name; None for one of another kind, such as that of a turn of a conversation."""
        found = _JOB_NAME.fullmatch(name)
        if found is None or not is_id(found["candidate_interview_id"]):
            return None
        return cls(found["candidate_interview_id"], int(found["run"]), found["media_id"])

    @property
    def task_id(self) -> str:
        """The task of its run."""
        return evaluation_task_id(self.candidate_interview_id, self.run)


def evaluation_slots(settings: Settings) -> SlotLimit:
    """The evaluations that a team has under way at once. All teams share the engines, which take so much and
    no more: the deployment says how much of it is for each."""
    return SlotLimit("EVALUATION", settings.team_evaluations, SLOT_LEASE)


def acquire_slot(adapters: Adapters, run: EvaluationRun) -> bool:
    """Take one of the team's slots for the run, or find that it has one; False when none is left."""
    limit, now = evaluation_slots(adapters.settings), adapters.clock.now()
    return take_slot(adapters.records.table, run.team_id, limit, run.task_id, now)


def release_slot(adapters: Adapters, run: EvaluationRun) -> None:
    """Give the run's slot back, if it has one."""
    give_back_slot(adapters.records.table, run.team_id, evaluation_slots(adapters.settings), run.task_id)


def find_current(
    adapters: Adapters, run: EvaluationRun, pause: timedelta = timedelta()
) -> WholeCandidateInterview | None:
    """Find the candidate interview to evaluate; None when the run is over or replaced.

    Prolongs its lease, over a `pause` that its execution is going to make too.
    """
    whole = _find_wanted(adapters, run, pause)
    if whole is None:
        # Whoever ended it may have died before it gave the slot back.
        release_slot(adapters, run)
    return whole


def _find_wanted(adapters: Adapters, run: EvaluationRun, pause: timedelta) -> WholeCandidateInterview | None:
    records = adapters.records
    lease = pause / adapters.settings.time_scale + STEP_LEASE
    if not outbox.prolong(records.table, run.task_id, adapters.clock.now(), lease):
        return None
    try:
        whole = get_whole(records, run.team_id, run.candidate_interview_id)
    except NotFound:
        return None
    evaluation = whole.evaluation
    if evaluation is None or evaluation.run != run.number:
        return None
    return whole if evaluation.summary_status is SummaryStatus.PROCESSING else None


def end(
    adapters: Adapters,
    run: EvaluationRun,
    outcome: Outcome,
    evaluated: CandidateInterviewRecord | None,
    save: Callable[[UnitOfWork], None] | None = None,
) -> bool:
    """Save what came of the run together with the end of its task. Returns False when it ended before.

    `outcome` makes it of the evaluation as it is then, which may have scores of people. The enrollment that
    `evaluated` is for, if any, goes on from it. `save` adds to the unit what is stored with it.
    """
    now = adapters.clock.now()

    def end_run(unit: UnitOfWork) -> StoredEvaluation:
        end_evaluation_task(unit, run.candidate_interview_id, run.number)
        if save is not None:
            save(unit)
        return end_evaluation(
            unit, run.team_id, run.candidate_interview_id, run.number, outcome, now, evaluated
        )

    try:
        evaluation = adapters.records.run(end_run)
    except EvaluationOver:
        release_slot(adapters, run)
        return False
    release_slot(adapters, run)
    count("Evaluations", outcome=evaluation.summary_status)
    return True


def wait_for_engine(adapters: Adapters, run: EvaluationRun, pause: timedelta) -> None:
    """Keep the run from being begun again while its execution waits for so long. One round trip."""
    now, scale = adapters.clock.now(), adapters.settings.time_scale
    outbox.prolong(adapters.records.table, run.task_id, now, pause / scale + STEP_LEASE)


def postpone(adapters: Adapters, run: EvaluationRun, attempt: int, reason: str) -> bool:
    """Have the run begun again after a pause that grows with each attempt; after the last one it has failed.

    Always True.
    """
    if attempt >= POLICY.most_attempts:
        return give_up(adapters, run, attempt, reason)
    table, now = adapters.records.table, adapters.clock.now()
    outbox.release_with_backoff(table, run.task_id, attempt, now, adapters.settings.time_scale)
    release_slot(adapters, run)
    logger.warning(
        "an evaluation waits for another attempt",
        extra={
            "candidateInterviewId": run.candidate_interview_id,
            "teamId": run.team_id,
            "attempt": attempt,
            "reason": reason,
        },
    )
    count("EvaluationsPutOff")
    return True


def give_up(adapters: Adapters, run: EvaluationRun, attempt: int, reason: str) -> bool:
    """Show the evaluation as failed, set it aside for the operator and raise the alarm. Always True.

    The answers stay, and it can be asked for again. So do scores that people gave meanwhile, which decide
    what waits for a score.
    """
    now = adapters.clock.now()
    stored = adapters.records.find(CANDIDATE_INTERVIEW, run.team_id, run.candidate_interview_id)
    record = stored.record if stored else None

    def save(unit: UnitOfWork) -> None:
        if record is not None:
            unit.write(set_aside(_given_up_work(run, record, attempt, reason, timestamp(now))))

    if end(adapters, run, failed_outcome(timestamp(now)), record, save):
        count(POLICY.given_up)
    return True


def failed_outcome(moment: str) -> Outcome:
    """The evaluation as one that has failed at `moment`.

    An outcome of an earlier run stands. Scores that people gave meanwhile stay, and decide what waits for a
    score.
    """

    def outcome(current: StoredEvaluation) -> StoredEvaluation:
        return end_failed_run(current, moment)

    return outcome


def _given_up_work(
    run: EvaluationRun, record: CandidateInterviewRecord, attempt: int, reason: str, moment: str
) -> GivenUpWork:
    return GivenUpWork(
        id=run.task_id,
        work=FailedWork.TASK,
        name=TaskName.EVALUATE,
        organization_id=record.organization_id,
        team_id=run.team_id,
        payload={"candidateInterviewId": run.candidate_interview_id, "run": run.number},
        created_at=record.updated_at,
        attempts=attempt,
        reason=reason,
        given_up_at=moment,
    )
