"""The use cases that questions of every kind share, and the tasks that follow from their new words.

def change(before: SurveyQuestion, unit: UnitOfWork) -> SurveyQuestion:
    return before.change(request, moment)

stored = service.update(records, SURVEY_QUESTION, team, question_id, change, precondition=precondition)
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.core.caller import TeamScope
from gather.core.precondition import Precondition
from gather.core.record import TeamRecord
from gather.events.task import TaskName
from gather.table.kind import Kind, Stored
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork

R = TypeVar("R", bound=TeamRecord)


def create(records: Records, kind: Kind[R], question: R) -> R:
    """Save a new question and return it. One round trip."""
    unit = records.unit_of_work()
    unit.create(kind, question)
    unit.commit()
    return question


def update(
    records: Records,
    kind: Kind[R],
    team: TeamScope,
    question_id: str,
    change: Callable[[R, UnitOfWork], R],
    *,
    precondition: Precondition,
) -> Stored[R]:
    """Save what `change` makes of a question.

    Raises NotFound, PreconditionFailed, Conflict, and what `change` raises.
    """

    def checked_change(stored: Stored[R], unit: UnitOfWork) -> R:
        precondition.check(stored.version)
        return change(stored.record, unit)

    return records.change(kind, team.team_id, question_id, checked_change)


def send_to_speech(unit: UnitOfWork, question: AudioQuestionRecord, batch_id: str, now: datetime) -> None:
    """Send the task that speaks an audio question's script.

    `batch_id` is the same for all scripts of one request (interface: Audio questions, rules 3 and 4).
    """
    unit.send(
        Task(
            name=TaskName.SPEAK_QUESTION,
            organization_id=question.organization_id,
            team_id=question.team_id,
            payload={
                "questionId": question.id,
                "speechVersionId": question.speech_version_id,
                "batchId": batch_id,
            },
            at=now,
        )
    )


def send_persona_refresh(unit: UnitOfWork, question: TeamRecord, now: datetime) -> None:
    """Send the task that refreshes the personas of the AI interviews with a changed question.

    Interface: AI interviews, rule 4.
    """
    unit.send(
        Task(
            name=TaskName.REFRESH_PERSONAS,
            organization_id=question.organization_id,
            team_id=question.team_id,
            payload={"questionId": question.id},
            at=now,
        )
    )
