"""Interviews: what candidates are asked, and how.

Interface: Interviews, rules 1 to 7; AI interviews, rules 1 to 5.
"""

from typing import Annotated, Any

from gather.content.interviews import references
from gather.content.interviews import service as interview_service
from gather.content.interviews.bulk_update import update_interviews
from gather.content.interviews.bulk_update_rules import BulkUpdateResult, UpdateInterviews
from gather.content.interviews.copy import copy_interview
from gather.content.interviews.copy_rules import CopyInterview
from gather.content.interviews.models import Interview, InterviewDetail, InterviewType, archived_interview
from gather.content.interviews.requests import (
    ChangeInterview,
    CreateInterview,
    changed_interview,
    new_interview,
)
from gather.content.interviews.storage import INTERVIEW
from gather.content.scorecards.models import new_template
from gather.core.formats import QueryFlag, ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork

api = Api("interviews")
handler = api.handler


class InterviewListQuery(CursorQuery):
    """Query of GET /interviews; `archived` includes the archived ones."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    archived: QueryFlag = False
    """`true` lists the archived interviews too, `false` only the others."""
    search: ShortText | None = None
    interview_type: InterviewType | None = None
    """Keeps the interviews of this kind."""


class InterviewList(Model):
    """Data of GET /interviews."""

    interviews: list[Interview]
    pagination: Annotated[paging.Pages | None, LeftOutWhenNull] = None


class OneInterview(Model):
    """Data of the routes of one interview."""

    interview: InterviewDetail


@api.post("/interviews", response=OneInterview, makes=INTERVIEW)
def create_interview(call: TeamCall[CreateInterview, TeamQuery]) -> Result:
    """Add an interview; an AI interview with its persona, and with its scorecard if it has topics."""
    named = references.check_new(call.records.table, call.team, call.body, _narrators(call))
    interview = named.completed(new_interview(call.body, call.team, call.now, named.default_group_id))
    topics = call.body.score_card_topics
    scorecard = new_template(interview.id, topics, call.now) if topics else None
    questions = named.spoken(interview)
    call.records.run(
        lambda unit: interview_service.create(
            unit, interview, call.now, scorecard=scorecard, questions=questions
        )
    )
    return Result(OneInterview(interview=interview), version=1)


@api.get("/interviews", response=InterviewList)
def list_interviews(call: TeamCall[NoBody, InterviewListQuery]) -> Result:
    """List the team's interviews, newest first."""
    query = call.query
    part = paging.part(call, query.page, query.page_size)
    page = call.records.page(
        INTERVIEW,
        INTERVIEW.team_listing(call.team.team_id),
        Selection.ALL if query.archived else Selection.ACTIVE,
        offset=part.offset,
        size=part.size,
        after=part.after,
        search=Search(query.search, {"interviewType": query.interview_type}),
    )
    interviews = InterviewList(interviews=page.records, pagination=part.pages(page))
    return Result(interviews, meta=part.meta(page))


@api.get("/interviews/{interviewId}", response=OneInterview)
def get_interview(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read an interview."""
    return _result(call.records.get(INTERVIEW, call.team.team_id, call.path["interviewId"]))


@api.patch("/interviews/{interviewId}", response=OneInterview)
def change_interview(call: TeamCall[ChangeInterview, TeamQuery]) -> Result:
    """Change the members of an interview that are supplied."""

    def change(unit: UnitOfWork) -> Stored[InterviewDetail]:
        stored = unit.get(INTERVIEW, call.team.team_id, call.path["interviewId"])
        call.check_version(stored.version)
        after = changed_interview(stored.record, call.body, call.moment)
        follows = interview_service.keys_of_change(stored.record, after)
        named = references.check_change(
            call.records.table, call.team, stored.record, after, _narrators(call), follows
        )
        return interview_service.change(unit, stored, named.completed(after), named.found, call.now)

    return _result(call.records.run(change))


@api.delete("/interviews/{interviewId}", response=OneInterview)
def archive_interview(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Archive an interview; it stays readable."""

    def change(stored: Stored[InterviewDetail], _unit: UnitOfWork) -> InterviewDetail:
        call.check_version(stored.version)
        return archived_interview(stored.record, call.moment)

    return _result(call.records.change(INTERVIEW, call.team.team_id, call.path["interviewId"], change))


@api.post("/interviews/{interviewId}/copy", response=OneInterview, makes=INTERVIEW)
def create_interview_copy(call: TeamCall[CopyInterview, TeamQuery]) -> Result:
    """Copy an interview within its team, or with its questions to another team of the organization."""
    copy = copy_interview(call.records, call.path["interviewId"], call.body, call.team, call.now)
    return Result(OneInterview(interview=copy), version=1)


@api.patch("/interviews/bulk-update", response=BulkUpdateResult)
def change_interviews(call: TeamCall[UpdateInterviews, TeamQuery]) -> BulkUpdateResult:
    """Change many interviews alike; what could not be changed is told for each of them."""
    return update_interviews(call.records, call.clock, call.body, call.team, call.now)


def _result(stored: Stored[InterviewDetail]) -> Result:
    return Result(OneInterview(interview=stored.record), version=stored.version)


def _narrators(call: TeamCall[Any, Any]) -> references.HasNarrator:
    """Asks the speech engine for narrators, once the request is admitted."""
    return lambda narrator_id: call.adapters.engines.speech().narrator(narrator_id) is not None
