"""Interviews: the questions that candidates are asked, and how.

Interface: Interviews, rules 1 to 7; AI interviews, rules 1 to 5.
"""

from typing import Annotated

from gather.content.interviews import service
from gather.content.interviews.bulk_update import update_interviews
from gather.content.interviews.bulk_update_rules import BulkUpdateResult, UpdateInterviews
from gather.content.interviews.copy import copy_interview
from gather.content.interviews.copy_rules import CopyInterview
from gather.content.interviews.models import Interview, InterviewDetail, InterviewType
from gather.content.interviews.requests import NO_TYPE_OF_KEYS, ChangeInterview, CreateInterview
from gather.content.interviews.storage import INTERVIEW
from gather.core.errors import ValidationFailed
from gather.core.formats import QueryFlag, ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.time_range import StartDate
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.changed_lists import list_changed
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.search import Search

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
    updated_since: StartDate | None = None
    """Lists what has changed then or later, the earliest change first, archived interviews too."""


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
    if call.body.interview_type is InterviewType.QUESTIONNAIRE and call.caller.signed_in is None:
        raise ValidationFailed.of("interviewType", NO_TYPE_OF_KEYS)
    interview = service.create(
        call.records, call.team, call.body, lambda: call.adapters.engines.speech(), now=call.now
    )
    return Result(OneInterview(interview=interview), version=1)


@api.get("/interviews", response=InterviewList)
def list_interviews(call: TeamCall[NoBody, InterviewListQuery]) -> Result:
    """List the team's interviews, newest first."""
    query = call.query
    search = Search(query.search, {"interviewType": query.interview_type})
    if query.updated_since is not None:
        is_without_archived = "archived" in query.model_fields_set and not query.archived
        selection = Selection.ACTIVE if is_without_archived else Selection.ALL
        changed, meta = list_changed(call, INTERVIEW, query.updated_since, query.page_size, search, selection)
        return Result(InterviewList(interviews=changed.records), meta=meta)
    part = paging.part(call, query.page, query.page_size)
    page = call.records.page(
        INTERVIEW,
        INTERVIEW.team_listing(call.team.team_id),
        Selection.ALL if query.archived else Selection.ACTIVE,
        offset=part.offset,
        size=part.size,
        after=part.after,
        search=search,
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
    stored = service.update(
        call.records,
        call.team,
        call.body,
        call.path["interviewId"],
        lambda: call.adapters.engines.speech(),
        now=call.now,
        precondition=call.precondition,
    )
    return _result(stored)


@api.delete("/interviews/{interviewId}", response=OneInterview)
def archive_interview(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Archive an interview; it stays readable."""
    stored = service.archive(
        call.records, call.team, call.path["interviewId"], now=call.now, precondition=call.precondition
    )
    return _result(stored)


@api.post("/interviews/{interviewId}/copy", response=OneInterview, makes=INTERVIEW)
def create_interview_copy(call: TeamCall[CopyInterview, TeamQuery]) -> Result:
    """Copy an interview within its team, or with its questions to another team of the organization."""
    copy = copy_interview(call.records, call.team, call.body, call.path["interviewId"], now=call.now)
    return Result(OneInterview(interview=copy), version=1)


@api.patch("/interviews/bulk-update", response=BulkUpdateResult)
def change_interviews(call: TeamCall[UpdateInterviews, TeamQuery]) -> BulkUpdateResult:
    """Change many interviews alike. The response says which could not be changed, and why."""
    return update_interviews(call.records, call.clock, call.team, call.body, now=call.now)


def _result(stored: Stored[InterviewDetail]) -> Result:
    return Result(OneInterview(interview=stored.record), version=stored.version)
