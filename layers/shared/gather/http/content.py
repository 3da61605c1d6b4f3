"""What families of content do alike: lists of questions, archiving, what follows from new words."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from gather.content.audio_question import AudioQuestionRecord
from gather.core.model import NoBody
from gather.core.record import Archived, TeamRecord, archived
from gather.events.task import TaskName
from gather.http import paging
from gather.http.call import TeamCall
from gather.table.kind import Kind, Stored
from gather.table.outbox import Task
from gather.table.record_reader import RecordPage
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork

R = TypeVar("R", bound=TeamRecord)


def page_of(kind: Kind[R], call: TeamCall[NoBody, paging.ContentListQuery]) -> RecordPage[R]:
    """The page of the team's records that the query asks for, newest first."""
    query = call.query
    return call.records.page(
        kind,
        kind.team_listing(call.team.team_id),
        paging.selection(query.archived),
        offset=query.page * query.page_size,
        size=query.page_size,
        search=Search(query.search),
    )


def pages_of(page: RecordPage[R], query: paging.ContentListQuery) -> paging.Pages:
    """The pagination object beside a page."""
    return paging.pages(page.total, query.page, query.page_size)


def archive(
    kind: Kind[R],
    call: TeamCall[NoBody, Any],
    record_id: str,
    follow: Callable[[R, UnitOfWork], None] | None = None,
) -> Archived:
    """Archive a record of the team; it stays readable (interface: Conventions, rule 10).

    `follow` adds to the transaction what follows from it, once. Raises NotFound, PreconditionFailed,
    Conflict.
    """

    def change(stored: Stored[R], unit: UnitOfWork) -> R:
        call.check_version(stored.version)
        if follow is not None and stored.record.archived_at is None:
            follow(stored.record, unit)
        return archived(stored.record, call.moment)

    return Archived.of(call.records.change(kind, call.team.team_id, record_id, change).record)


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
