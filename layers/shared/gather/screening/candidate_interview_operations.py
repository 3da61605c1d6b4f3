"""What is written and told together when a candidate interview is made, invited, moved or completed.

Each function adds to a transaction that also stores the record; nothing is written before its commit.
"""

from datetime import datetime
from typing import Any

from gather.core.clock import timestamp
from gather.events import enrollment_tasks
from gather.events.catalogue import CandidateInterviewCompleted, CandidateInterviewStatusChanged
from gather.events.sending import event_of
from gather.events.task import TaskName, evaluation_task_id
from gather.screening.candidate_interview import (
    CandidateInterviewRecord,
    StoredEvaluation,
    SummaryStatus,
    completed,
)
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.outbox import Task
from gather.table.records import Transaction

REMINDERS_SCHEDULE = "reminders"


def create(transaction: Transaction, record: CandidateInterviewRecord) -> None:
    """Store a new record and the ways that lead to it from its invite and share tokens."""
    transaction.create(CANDIDATE_INTERVIEW, record)
    for entity, key in (
        ("INVITE", keys.invite(record.invite_token)),
        ("SHARE", keys.share(record.share_token)),
    ):
        pointer = {
            "pk": key.pk,
            "sk": key.sk,
            "entity": entity,
            "teamId": record.team_id,
            "candidateInterviewId": record.id,
        }
        transaction.write(store.put(pointer, "attribute_not_exists(pk)"))


def send_invite(transaction: Transaction, record: CandidateInterviewRecord, now: datetime) -> None:
    """Have the invite of an `invited` record sent, and its reminder remembered."""
    payload = {
        "deliveryTypes": [channel.value for channel in record.delivery_types],
        "invite": record.invites,
    }
    transaction.send(task_of(TaskName.SEND_INVITE, record, now, **payload))
    if record.reminded_at is None and record.remind_at is not None:
        transaction.write(store.put(reminder_item(record, record.remind_at)))


def reminder_item(record: CandidateInterviewRecord, due: str) -> Item:
    """The item that waits for the moment of the reminder."""
    key = keys.reminder(record.team_id, record.id)
    return {
        "pk": key.pk,
        "sk": key.sk,
        "entity": "REMINDER",
        "id": record.id,
        "teamId": record.team_id,
        "duePk": keys.due(REMINDERS_SCHEDULE),
        "dueSk": due,
    }


def complete(
    transaction: Transaction, record: CandidateInterviewRecord, now: datetime, *, confirm: bool
) -> CandidateInterviewRecord:
    """The record completed, with its events, its evaluation and, with `confirm`, the candidate's message.

    The events are `candidate_interview.completed` and, where the status moves, `.status_changed`. A
    record without a single answer has nothing to evaluate. The caller stores what is returned.
    """
    after = completed(record, now, evaluate=bool(record.answered))
    done = CandidateInterviewCompleted(**ids_of(after), completed_at=timestamp(now))
    transaction.send(event_of(done, record.organization_id, record.team_id, now))
    send_status_changed(transaction, record, after, now)
    if after.evaluation_run != record.evaluation_run:
        transaction.write(begin_evaluation(after))
        transaction.send(evaluation_task(after, now))
    if confirm:
        transaction.send(task_of(TaskName.SEND_COMPLETION, after, now, deliveryTypes=None))
    return after


def begin_evaluation(
    record: CandidateInterviewRecord, condition: str | None = None, **values: object
) -> dict[str, Any]:
    """The write that marks the record's latest evaluation run as under way, if `condition` holds."""
    evaluation = StoredEvaluation(run=record.evaluation_run, summary_status=SummaryStatus.PROCESSING)
    return store.put(evaluation_item(record.team_id, record.id, evaluation), condition, **values)


def evaluation_item(team_id: str, candidate_interview_id: str, evaluation: StoredEvaluation) -> Item:
    """The stored form of an evaluation's outcome."""
    key = keys.evaluation(team_id, candidate_interview_id)
    return {"pk": key.pk, "sk": key.sk, "entity": "EVALUATION", **evaluation.model_dump(by_alias=True)}


def send_status_changed(
    transaction: Transaction,
    before: CandidateInterviewRecord,
    after: CandidateInterviewRecord,
    now: datetime,
) -> None:
    """Tell of a move from one status to another; of none when they are the same."""
    if after.status is None or after.status is before.status:
        return
    moved = CandidateInterviewStatusChanged(
        **ids_of(after), status=after.status, previous_status=before.status, updated_at=after.updated_at
    )
    transaction.send(event_of(moved, after.organization_id, after.team_id, now))
    advance_enrollment(transaction, after, now)


def advance_enrollment(transaction: Transaction, record: CandidateInterviewRecord, now: datetime) -> None:
    """Have what became of the candidate interview noted in the enrollment that it is for, if any."""
    if record.enrollment is not None:
        link = record.enrollment
        transaction.send(enrollment_tasks.advance(record, link.enrollment_id, link.step_id, now))


def ids_of(record: CandidateInterviewRecord) -> dict[str, str]:
    """The ids that every event of a candidate interview carries, by their Python names."""
    return {
        "candidate_interview_id": record.id,
        "candidate_id": record.candidate_id,
        "interview_id": record.interview_id,
    }


def evaluation_task(record: CandidateInterviewRecord, now: datetime) -> Task:
    """The task of the record's latest evaluation run."""
    return Task(
        id=evaluation_task_id(record.id, record.evaluation_run),
        name=TaskName.EVALUATE,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"candidateInterviewId": record.id, "run": record.evaluation_run},
        at=now,
    )


def task_of(name: TaskName, record: CandidateInterviewRecord, now: datetime, **payload: object) -> Task:
    """A task that concerns a candidate interview."""
    return Task(
        name=name,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"candidateInterviewId": record.id, **payload},
        at=now,
    )
