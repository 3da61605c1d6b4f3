"""What follows from a question's new words: speech, and the personas that ask it."""

from datetime import datetime

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.core.record import TeamRecord
from gather.events.task import TaskName
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork


def have_spoken(unit: UnitOfWork, question: AudioQuestionRecord, batch_id: str, now: datetime) -> None:
    """Have an audio question's script spoken; `batch_id` is the same for all that a request has spoken.

    Interface: Audio questions, rules 3 and 4.
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


def refresh_personas(unit: UnitOfWork, question: TeamRecord, now: datetime) -> None:
    """Have the personas of the AI interviews that ask a question made anew, because it is asked otherwise.

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
