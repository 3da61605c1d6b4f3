"""Routes of interviews (interface: Endpoints, Interviews)."""

from gather.content.interview import Interview, InterviewDetail, InterviewType, archived_interview
from gather.content.interview_bulk_update import BulkUpdateResult, UpdateInterviews
from gather.content.interview_copy import CopyInterview
from gather.content.interview_request import (
    ChangeInterview,
    CreateInterview,
    changed_interview,
    new_interview,
)
from gather.content.interview_storage import INTERVIEW
from gather.core.model import Model, NoBody, QueryFlag, ShortText, TeamQuery
from gather.events.catalogue import InterviewCreated, InterviewUpdated
from gather.events.sending import event_of
from gather.http import paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table.listing import Selection
from gather.table.records import Stored, Transaction
from gather.table.search import Search
from gather.wiring import records
from interviews import interviewer, references
from interviews.bulk_updating import update_interviews
from interviews.copying import copy_interview

api = Api("interviews")
handler = api.handler


class InterviewListQuery(TeamQuery):
    """Query of GET /interviews; `archived` includes the archived ones."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    archived: QueryFlag = False
    search: ShortText | None = None
    interview_type: InterviewType | None = None


class InterviewList(Model):
    """Data of GET /interviews."""

    interviews: list[Interview]
    pagination: paging.Pages


class OneInterview(Model):
    """Data of the routes that answer one interview."""

    interview: InterviewDetail


@api.post("/interviews", answer=OneInterview, body=CreateInterview)
def create_interview(call: Call[CreateInterview, TeamQuery]) -> Answer:
    """Add an interview; an AI interview with its persona, and with its scorecard if it has topics."""
    named = references.check_new(call.body, call.team)
    interview = named.completed(new_interview(call.body, call.team, call.now, named.default_group_id))
    created = InterviewCreated(
        interview_id=interview.id, status=interview.status, created_at=interview.created_at
    )
    transaction = records().transaction()
    transaction.create(INTERVIEW, interview)
    if interview.ai_configuration is not None:
        interviewer.prepare(transaction, interview, call.body.score_card_topics, named.found, call.now)
    transaction.send(event_of(created, interview.organization_id, interview.team_id, call.now))
    transaction.commit()
    return Answer(OneInterview(interview=interview), version=1)


@api.get("/interviews", answer=InterviewList, query=InterviewListQuery)
def list_interviews(call: Call[NoBody, InterviewListQuery]) -> InterviewList:
    """List the team's interviews, newest first."""
    query = call.query
    page = records().page(
        INTERVIEW,
        INTERVIEW.team_listing(call.team.team_id),
        Selection.ALL if query.archived else Selection.ACTIVE,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=Search(query.search, {"interviewType": query.interview_type}),
    )
    return InterviewList(
        interviews=page.records, pagination=paging.pages(page.total, query.page, query.page_size)
    )


@api.get("/interviews/{interviewId}", answer=OneInterview)
def get_interview(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read an interview."""
    return _answer(records().get(INTERVIEW, call.team.team_id, call.path["interviewId"]))


@api.patch("/interviews/{interviewId}", answer=OneInterview, body=ChangeInterview)
def change_interview(call: Call[ChangeInterview, TeamQuery]) -> Answer:
    """Change the members of an interview that are supplied."""

    def changed(stored: Stored[InterviewDetail], transaction: Transaction) -> InterviewDetail:
        call.check_version(stored.version)
        interview = changed_interview(stored.record, call.body, call.moment)
        told_anew = interviewer.material_keys_of_change(stored.record, interview)
        named = references.check_change(stored.record, interview, call.team, told_anew)
        interview = named.completed(interview)
        if told_anew:
            interviewer.tell(transaction, interview, named.found, call.moment)
        updated = InterviewUpdated(
            interview_id=interview.id, status=interview.status, updated_at=interview.updated_at
        )
        transaction.send(event_of(updated, interview.organization_id, interview.team_id, call.now))
        return interview

    return _answer(records().change(INTERVIEW, call.team.team_id, call.path["interviewId"], changed))


@api.delete("/interviews/{interviewId}", answer=OneInterview)
def archive_interview(call: Call[NoBody, TeamQuery]) -> Answer:
    """Archive an interview; it stays readable."""

    def change(stored: Stored[InterviewDetail], _transaction: Transaction) -> InterviewDetail:
        call.check_version(stored.version)
        return archived_interview(stored.record, call.moment)

    return _answer(records().change(INTERVIEW, call.team.team_id, call.path["interviewId"], change))


@api.post("/interviews/{interviewId}/copy", answer=OneInterview, body=CopyInterview)
def create_copy(call: Call[CopyInterview, TeamQuery]) -> Answer:
    """Copy an interview within its team, or with its questions to another team of the organization."""
    copy = copy_interview(call.path["interviewId"], call.body, call.team, call.now)
    return Answer(OneInterview(interview=copy), version=1)


@api.patch("/interviews/bulk-update", answer=BulkUpdateResult, body=UpdateInterviews)
def change_interviews(call: Call[UpdateInterviews, TeamQuery]) -> BulkUpdateResult:
    """Change many interviews alike; what could not be changed is told for each of them."""
    return update_interviews(call.body, call.team, call.now)


def _answer(stored: Stored[InterviewDetail]) -> Answer:
    return Answer(OneInterview(interview=stored.record), version=stored.version)
