"""The use cases of an evaluation: its runs, and the scores that people give.

Each operation adds to a unit of work everything that belongs together; nothing is written before the commit.

For example:

    service.begin_evaluation(unit, record, now)
    stored = service.evaluate_again(unit, stored, mode, now)
"""

from collections.abc import Callable
from datetime import datetime

from gather.core.errors import Conflict
from gather.events import enrollment_tasks
from gather.events.order_tasks import OrderEvent, send_push
from gather.events.task import TaskName, evaluation_task_id
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.requests import EvaluationMode
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.decisions.models import DecisionWord
from gather.screening.evaluations import storage as evaluation_storage
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.screening.human_scores import storage as human_score_storage
from gather.screening.human_scores.models import ScoreChange
from gather.table import failures, keys, outbox
from gather.table.conditions import equal
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.store import Table
from gather.table.unit_of_work import LostRace, UnitOfWork


class EvaluationOver(Exception):
    """An evaluation run was ended before, or a newer one has replaced it."""


def begin_evaluation(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Have a completed candidate interview evaluated, in the run that its record names."""
    evaluation_storage.begin(unit, record)
    unit.send(_evaluation_task(record, now))


def evaluate_again(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], mode: EvaluationMode, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Run an evaluation again: one that failed, or with another `mode` any that is over.

    One round trip. Raises Conflict where there is none to be run again.
    """
    record = stored.record
    if record.transcript_removed_at is not None:
        raise Conflict("What the candidate said was removed, so that nothing is left to evaluate.")
    latest = evaluation_storage.find(unit.table, record.team_id, record.id)
    has_ended = latest is not None and latest.summary_status in (
        SummaryStatus.COMPLETE,
        SummaryStatus.ERROR,
    )
    any_may = mode is not EvaluationMode.FAILED
    if latest is None or not has_ended or not (any_may or latest.may_be_run_again):
        raise Conflict("Only an evaluation that ended in an error or heard nothing is run again; see mode.")
    again = record.begin_evaluation_run(now)
    begun = evaluation_storage.begin_again(unit, again, latest, asks_anew=mode is EvaluationMode.ALWAYS)
    again = again.judge(begun.score, now)
    unit.write(failures.delete(evaluation_task_id(record.id, latest.run)))
    unit.send(_evaluation_task(again, now))
    return unit.replace(stored, again)


def update_scores(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    before: StoredEvaluation | None,
    rescored: tuple[StoredEvaluation, list[ScoreChange]],
    now: datetime,
) -> StoredEvaluation | None:
    """Save the scores that a person gave to a completed interview, with the trail of what has changed.

    `rescored` is what `score_by_person` makes of `before`. The enrollment that the record is for, if any,
    goes on from them. Returns the evaluation as it is then; without any change it is as it was. One round
    trip. Raises NotFound; the unit loses the race when the candidate interview changes meanwhile.
    """
    after, changes = rescored
    if not changes:
        return before
    evaluation_storage.save_scores(unit, record, before, after)
    human_score_storage.save_changes(unit, record, after.score_changes, changes)
    stored = unit.get(CANDIDATE_INTERVIEW, record.team_id, record.id)
    scored = stored.record.judge(after.score, now)
    if scored.decision is DecisionWord.HOLD:
        scored = scored.await_decision(now)
    if scored != stored.record:
        unit.replace(stored, scored)
    else:
        unit.require(keys.Key.of(stored.item), equal("revision", stored.version), LostRace())
    advance_enrollment(unit, record, now)
    return after


def end_evaluation(
    unit: UnitOfWork,
    team_id: str,
    candidate_interview_id: str,
    run: int,
    outcome: Callable[[StoredEvaluation], StoredEvaluation],
    now: datetime,
    evaluated: CandidateInterviewRecord | None = None,
) -> StoredEvaluation:
    """Save what came of an evaluation run; its task ends with it. Two round trips before the commit.

    `outcome` makes it of the evaluation as it is, which may have scores of people. The enrollment that
    `evaluated` is for, if any, goes on from it. The results wait for a decision then, and people are told of
    the first ones. Raises EvaluationOver, now or at the commit, when the run was
    ended or replaced before.
    """
    current = evaluation_storage.find(unit.table, team_id, candidate_interview_id)
    if current is None or current.run != run or current.summary_status is not SummaryStatus.PROCESSING:
        raise EvaluationOver
    evaluation = outcome(current)
    evaluation_storage.end(unit, team_id, candidate_interview_id, current, evaluation, _evaluation_over())
    stored = unit.find(CANDIDATE_INTERVIEW, team_id, candidate_interview_id)
    if stored is not None:
        received = receive_results(unit, stored.record, now)
        _replace_if_changed(unit, stored, received.judge(evaluation.score, now))
    if evaluated is not None:
        advance_enrollment(unit, evaluated, now)
    return evaluation


def receive_results(
    unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime
) -> CandidateInterviewRecord:
    """Record that the results are there or were given up, and have the team told of the first ones, and the
    suite that ordered them."""
    if record.results_at is None:
        for task in send_push(record, OrderEvent.COMPLETED, now):
            unit.send(task)
    if record.results_at is None and record.is_judged:
        unit.send(
            Task(
                name=TaskName.SEND_RESULTS_NOTICE,
                organization_id=record.organization_id,
                team_id=record.team_id,
                payload={"candidateInterviewId": record.id},
                at=now,
            )
        )
    return record.receive_results(now)


def with_listed_values(
    table: Table, records: list[CandidateInterviewRecord]
) -> list[CandidateInterviewRecord]:
    """Records of an earlier release with the score and the job by which lists find them, which they lack."""
    completed = [record for record in records if record.completed_at is not None]
    evaluations = evaluation_storage.find_all(table, completed) if completed else {}
    return [
        record.changed(
            score=evaluations[record.id].score if record.id in evaluations else None,
            job_id=record.enrollment.job_id if record.enrollment else None,
        )
        for record in records
    ]


def _replace_if_changed(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], after: CandidateInterviewRecord
) -> None:
    if after != stored.record:
        unit.replace(stored, after)


def end_evaluation_task(unit: UnitOfWork, candidate_interview_id: str, run: int) -> None:
    """End the task of an evaluation run. The commit raises EvaluationOver when it was ended before."""
    unit.write(outbox.finish(evaluation_task_id(candidate_interview_id, run)), _evaluation_over())


def _evaluation_over() -> Exception:
    return EvaluationOver()


def advance_enrollment(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Have what became of the candidate interview noted in the enrollment that it is for, if any."""
    if record.enrollment is not None:
        link = record.enrollment
        unit.send(enrollment_tasks.advance(record, link.enrollment_id, link.step_id, now))


def _evaluation_task(record: CandidateInterviewRecord, now: datetime) -> Task:
    """The task of the record's latest evaluation run."""
    return Task(
        id=evaluation_task_id(record.id, record.evaluation_run),
        name=TaskName.EVALUATE,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"candidateInterviewId": record.id, "run": record.evaluation_run},
        at=now,
    )
