"""Routes that the families of content share: a page of a list, one record, its archiving."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gather.core.model import Model, NoBody, TeamQuery
from gather.core.record import Archived, TeamRecord, archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.table.kind import Kind, Stored
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork

R = TypeVar("R", bound=TeamRecord)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentRoutes(Generic[R]):
    """The routes of one kind of content.

        questions = ContentRoutes(
            kind=SURVEY_QUESTION,
            id_parameter="surveyQuestionId",
            one=lambda question: OneSurveyQuestion(survey_question=question),
            ...
        )

        @api.get("/survey-questions/{surveyQuestionId}", response=OneSurveyQuestion)
        def get_survey_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
            return questions.get(call)

    `id_parameter` is the parameter of the path that names a record; `one`, `page` and `archived` make the
    data of the responses.
    """

    kind: Kind[R]
    id_parameter: str
    one: Callable[[R], Model]
    page: Callable[[list[R], paging.Pages | None], Model]
    archived: Callable[[Archived], Model]

    def result_of_new(self, record: R) -> Result:
        """The response with a new record."""
        return Result(self.one(record), version=1)

    def result_of(self, stored: Stored[R]) -> Result:
        """The response with a record as it is stored."""
        return Result(self.one(stored.record), version=stored.version)

    def list(self, call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
        """The page of the team's records that the query asks for, newest first; pages count from 0."""
        query = call.query
        part = paging.part(call, query.page, query.page_size, first=0)
        page = call.records.page(
            self.kind,
            self.kind.team_listing(call.team.team_id),
            paging.selection(query.archived),
            offset=part.offset,
            size=part.size,
            search=Search(query.search),
            after=part.after,
        )
        return Result(self.page(page.records, part.pages(page)), meta=part.meta(page))

    def get(self, call: TeamCall[NoBody, TeamQuery]) -> Result:
        """The record that the path names. Raises NotFound."""
        return self.result_of(call.records.get(self.kind, call.team.team_id, call.path[self.id_parameter]))

    def archive(self, call: TeamCall[NoBody, TeamQuery]) -> Model:
        """Archive the record that the path names. Raises as `archive`."""
        return self.archived(archive(self.kind, call, call.path[self.id_parameter]))


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
