"""The use cases of candidate interviews.

Each operation adds to a unit of work everything that belongs together: the record, the items beside it, its
events and its tasks. It returns the record as it is then; nothing is written before the commit.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from gather.content.asked_question import AskedQuestion
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.events import enrollment_tasks
from gather.events.catalogue import (
    CandidateInterviewCompleted,
    CandidateInterviewExpired,
    CandidateInterviewInvited,
    CandidateInterviewPartiallyCompleted,
    CandidateInterviewStatusChanged,
    Payload,
)
from gather.events.sending import event_of
from gather.events.task import TaskName, evaluation_task_id
from gather.screening import candidate_interview_storage, evaluation_storage, score_change_storage
from gather.screening.candidate_interview import (
    OPEN,
    CandidateInterviewRecord,
    CandidateInterviewStatus,
    DeliveryType,
    EvaluationMode,
    StoredEvaluation,
    SummaryStatus,
    awaits_reminder,
    begun,
    completed,
    earlier,
    expired,
    invited,
    is_over,
    reminded,
    shared,
    taken,
    unshared,
    with_evaluation_run,
    with_questions_fixed,
    with_status,
)
from gather.screening.human_score import ScoreChange
from gather.table import failures, outbox
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork


class EvaluationOver(Exception):
    """An evaluation run was ended before, or a newer one has replaced it."""


def create(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    now: datetime,
    *,
    invite_by: tuple[DeliveryType, ...] | None = None,
) -> CandidateInterviewRecord:
    """Store a new candidate interview, and invite the candidate by the channels of `invite_by`.

    With None nobody is invited yet. With no channel at all the invite counts, and its link is the caller's to
    hand over: no message goes out.
    """
    if invite_by is not None:
        record = invited(record, invite_by, now)
        _send_invite(unit, record, now)
    candidate_interview_storage.create(unit, record)
    return record


def invite_again(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    invite_by: tuple[DeliveryType, ...],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Send the invite again; after the expiry with a new expiry. `invite_by` is as for `create`.

    Raises Conflict when the candidate is done or the record archived.
    """
    again = invited(stored.record, invite_by, now)
    _send_invite(unit, again, now)
    _tell_of_status(unit, stored.record, again, now)
    return unit.replace(stored, again)


def tell_of_invite(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Tell that an invite was sent. The invite to a workflow's step is told of as the step's alone."""
    _tell(
        unit,
        record,
        CandidateInterviewInvited(**_ids(record), status=record.status or "", invited_at=timestamp(now)),
        now,
    )


def remind(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Have the candidate reminded, by the channels of the last invite."""
    _send_reminder(unit, stored.record, now)
    return unit.replace(stored, reminded(stored.record, now))


def _send_reminder(
    unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime, **payload: object
) -> None:
    channels = [channel.value for channel in record.delivery_types] or None
    unit.send(task_of(TaskName.SEND_REMINDER, record, now, deliveryTypes=channels, **payload))


def begin(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Note that the candidate has begun: fix the questions, and tell of the first answer after an invite.

    `answered` are the ids of the questions that have an answer.
    """
    before = stored.record
    after = begun(before, asked, answered, now)
    if after.status is not before.status and after.status is not None:
        partially = CandidateInterviewPartiallyCompleted(
            **_ids(after), status=after.status, updated_at=after.updated_at
        )
        _tell(unit, after, partially, now)
    _tell_of_status(unit, before, after, now)
    return unit.replace(stored, after)


def fix_questions(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Fix the questions for a candidate who meets them before the first answer, as in a conversation."""
    return unit.replace(stored, with_questions_fixed(stored.record, asked, answered, now))


def complete(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Complete what the candidate has answered, have it evaluated, and confirm it to the candidate.

    `answered` are the ids of the questions that have an answer.
    """
    completion = _complete(unit, stored, taken(stored.record, asked, answered, now), now)
    unit.send(task_of(TaskName.SEND_COMPLETION, completion.record, now, deliveryTypes=None))
    return completion


def change_status(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    status: CandidateInterviewStatus,
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Set a status that a user chose; does nothing when the record has it.

    The first `new_response` completes the interview with the answers that there are.
    """
    record = stored.record
    if record.status is status:
        return stored
    if status is CandidateInterviewStatus.NEW_RESPONSE and record.completion_id is None:
        return _complete(unit, stored, record, now)
    after = with_status(record, status, now)
    _tell_of_status(unit, record, after, now)
    return unit.replace(stored, after)


def expire(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime
) -> Stored[CandidateInterviewRecord]:
    """End a candidate interview whose time has passed."""
    return unit.replace(stored, _expired(unit, stored.record, now))


def _expired(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with its time over, which is told of."""
    after = expired(record, now)
    told = CandidateInterviewExpired(**_ids(after), status=after.status or "", expired_at=timestamp(now))
    _tell(unit, after, told, now)
    _tell_of_status(unit, record, after, now)
    return after


def let_time_pass(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], passed: timedelta, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Move the expiry and the reminder of a candidate interview, and do at once what has come due by it.

    Interface: Sandbox, rule 10. The reminder of one that expires by it is sent too, as it would have been.
    """
    after = earlier(stored.record, passed)
    if after.status in OPEN:
        after = _reminded_if_due(unit, after, now)
    if after.status in OPEN and is_over(after, now):
        after = _expired(unit, after, now)
    return stored if after == stored.record else unit.replace(stored, after)


def _reminded_if_due(
    unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime
) -> CandidateInterviewRecord:
    if record.remind_at is None or not awaits_reminder(record):
        return record
    if record.remind_at > timestamp(now):
        candidate_interview_storage.set_reminder(unit, record, record.remind_at)
        return record
    candidate_interview_storage.drop_reminder(unit, record)
    _send_reminder(unit, record, now, isInTime=True)
    return reminded(record, now)


def share(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], days: int, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Make a link to the results that is open for so many days; an earlier one ends.

    Raises Conflict before the completion.
    """
    after = shared(stored.record, days, now)
    candidate_interview_storage.remember_former_share(unit, stored.record)
    candidate_interview_storage.point_from_share_token(unit, after)
    return unit.replace(stored, after)


def end_share_link(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime
) -> Stored[CandidateInterviewRecord]:
    """End the link to the results; does nothing when there is none."""
    after = unshared(stored.record, now)
    if after == stored.record:
        return stored
    candidate_interview_storage.remember_former_share(unit, stored.record)
    return unit.replace(stored, after)


def evaluate_again(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], mode: EvaluationMode, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Run an evaluation again: one that failed, or with another `mode` any that is over.

    One round trip. Raises Conflict where there is none to be run again.
    """
    record = stored.record
    latest = evaluation_storage.find(unit.table, record.team_id, record.id)
    has_ended = latest is not None and latest.summary_status in (
        SummaryStatus.COMPLETE,
        SummaryStatus.ERROR,
    )
    any_may = mode is not EvaluationMode.FAILED
    if latest is None or not has_ended or not (any_may or latest.may_be_run_again):
        raise Conflict("Only an evaluation that ended in an error or heard nothing is run again; see mode.")
    again = with_evaluation_run(record, now)
    evaluation_storage.begin_again(unit, again, latest, asks_anew=mode is EvaluationMode.ALWAYS)
    unit.write(failures.forget(evaluation_task_id(record.id, latest.run)))
    unit.send(_evaluation_task(again, now))
    return unit.replace(stored, again)


def change_scores(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    before: StoredEvaluation | None,
    rescored: tuple[StoredEvaluation, list[ScoreChange]],
    now: datetime,
) -> StoredEvaluation | None:
    """Store the scores that a person gave to a completed interview, with the trail of what has changed.

    `rescored` is what `human_score.scored_by_person` makes of `before`. The enrollment that the record is
    for, if any, goes on from them. Returns the evaluation as it is then; without any change it is as it was.
    """
    after, changes = rescored
    if not changes:
        return before
    evaluation_storage.rescore(unit, record, before, after)
    score_change_storage.add_changes(unit, record, after.score_changes, changes)
    _advance_enrollment(unit, record, now)
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
    """Store what came of an evaluation run; its task ends with it. One round trip before the commit.

    `outcome` makes it of the evaluation as it is, which may have scores of people. The enrollment that
    `evaluated` is for, if any, goes on from it. Raises EvaluationOver, now or at the commit, when the run was
    ended or replaced before.
    """
    current = evaluation_storage.find(unit.table, team_id, candidate_interview_id)
    if current is None or current.run != run or current.summary_status is not SummaryStatus.PROCESSING:
        raise EvaluationOver
    evaluation = outcome(current)
    evaluation_storage.end(unit, team_id, candidate_interview_id, current, evaluation, _evaluation_over)
    if evaluated is not None:
        _advance_enrollment(unit, evaluated, now)
    return evaluation


def end_evaluation_task(unit: UnitOfWork, candidate_interview_id: str, run: int) -> None:
    """End the task of an evaluation run. The commit raises EvaluationOver when it was ended before."""
    unit.write(outbox.finish(evaluation_task_id(candidate_interview_id, run)), _evaluation_over)


def _evaluation_over(_item: Item | None) -> Exception:
    return EvaluationOver()


def task_of(name: TaskName, record: CandidateInterviewRecord, now: datetime, **payload: object) -> Task:
    """A task that concerns a candidate interview."""
    return Task(
        name=name,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"candidateInterviewId": record.id, **payload},
        at=now,
    )


def _send_invite(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Have the invite of an `invited` record sent, and its reminder remembered; nothing without a channel."""
    if not record.delivery_types:
        return
    payload = {
        "deliveryTypes": [channel.value for channel in record.delivery_types],
        "invite": record.invites,
    }
    unit.send(task_of(TaskName.SEND_INVITE, record, now, **payload))
    if record.reminded_at is None and record.remind_at is not None:
        candidate_interview_storage.set_reminder(unit, record, record.remind_at)


def _complete(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    record: CandidateInterviewRecord,
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Store `record`, the new state of `stored`, completed, with its events and its evaluation.

    A record without a single answer has nothing to evaluate, and nobody judges a practice.
    """
    after = completed(record, now, evaluate=record.is_judged and bool(record.answered))
    done = CandidateInterviewCompleted(**_ids(after), completed_at=timestamp(now))
    _tell(unit, after, done, now)
    _tell_of_status(unit, record, after, now)
    if after.share_token != record.share_token:
        candidate_interview_storage.point_from_share_token(unit, after)
    if after.evaluation_run != record.evaluation_run:
        evaluation_storage.begin(unit, after)
        unit.send(_evaluation_task(after, now))
    return unit.replace(stored, after)


def _tell_of_status(
    unit: UnitOfWork,
    before: CandidateInterviewRecord,
    after: CandidateInterviewRecord,
    now: datetime,
) -> None:
    """Tell of a move from one status to another; of none when they are the same."""
    if after.status is None or after.status is before.status:
        return
    moved = CandidateInterviewStatusChanged(
        **_ids(after), status=after.status, previous_status=before.status, updated_at=after.updated_at
    )
    _tell(unit, after, moved, now)
    _advance_enrollment(unit, after, now)


def _tell(unit: UnitOfWork, record: CandidateInterviewRecord, payload: Payload, now: datetime) -> None:
    unit.send(event_of(payload, record.organization_id, record.team_id, now))


def _advance_enrollment(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Have what became of the candidate interview noted in the enrollment that it is for, if any."""
    if record.enrollment is not None:
        link = record.enrollment
        unit.send(enrollment_tasks.advance(record, link.enrollment_id, link.step_id, now))


def _ids(record: CandidateInterviewRecord) -> dict[str, str]:
    """The ids that every event of a candidate interview carries, by their Python names."""
    return {
        "candidate_interview_id": record.id,
        "candidate_id": record.candidate_id,
        "interview_id": record.interview_id,
    }


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
