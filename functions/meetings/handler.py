"""Meetings: appointments that a workflow asks candidates to, with the slots that they book.

Interface: Meetings, rules 1 to 3.
"""

from typing import Annotated

from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.workflow.meetings import service
from gather.workflow.meetings.models import MeetingDetail
from gather.workflow.meetings.requests import ChangeMeeting, CreateMeeting
from gather.workflow.meetings.storage import MEETING

api = Api("meetings")
handler = api.handler


class MeetingListQuery(CursorQuery):
    """Query of GET /meetings."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50


class MeetingList(Model):
    """Data of GET /meetings."""

    meetings: list[MeetingDetail]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class OneMeeting(Model):
    """Data of the routes that make, read or change a meeting."""

    meeting: MeetingDetail


class OneArchivedMeeting(Model):
    """Data of DELETE /meetings/{id}."""

    meeting: Archived


@api.post(
    "/meetings",
    response=OneMeeting,
    makes=MEETING,
    shows=lambda call, stored: _shown((service.show_created(call.records, stored), stored.version)),
)
def create_meeting(call: TeamCall[CreateMeeting, TeamQuery]) -> Result:
    """Add a meeting; with `slots`, its candidates book one of them."""
    return _shown((service.create(call.records, call.team, call.body, now=call.now), 1))


@api.get("/meetings", response=MeetingList)
def list_meetings(call: TeamCall[NoBody, MeetingListQuery]) -> Result:
    """List the team's meetings, newest first, without the archived ones."""
    part = paging.part(call, call.query.page, call.query.page_size)
    page = service.list_page(call.records, call.team, part.offset, part.size, after=part.after)
    meetings = service.show(call.records, page.records)
    return Result(MeetingList(meetings=meetings, pagination=part.total_pages(page)), meta=part.meta(page))


@api.get("/meetings/{id}", response=OneMeeting)
def get_meeting(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a meeting, with how many candidates have booked each slot."""
    return _shown(service.get(call.records, call.team, call.path["id"]))


@api.patch("/meetings/{id}", response=OneMeeting)
def change_meeting(call: TeamCall[ChangeMeeting, TeamQuery]) -> Result:
    """Change the members of a meeting that are supplied; candidates who have to know are told.

    `slots` replaces the list: a slot with the `id` of one is that slot, one without is new, one left out is
    removed. Whose booked slot is removed, or has another time or length then, is asked anew.
    """
    updated = service.update(
        call.records,
        call.team,
        call.body,
        call.path["id"],
        now=call.now,
        precondition=call.precondition,
    )
    return _shown(updated)


@api.delete("/meetings/{id}", response=OneArchivedMeeting)
def archive_meeting(call: TeamCall[NoBody, TeamQuery]) -> OneArchivedMeeting:
    """Archive a meeting; it stays readable, and who is invited to it may still answer."""
    meeting = service.archive(
        call.records, call.team, call.path["id"], now=call.now, precondition=call.precondition
    )
    return OneArchivedMeeting(meeting=Archived.of(meeting))


def _shown(found: tuple[MeetingDetail, int]) -> Result:
    meeting, version = found
    return Result(OneMeeting(meeting=meeting), version=version)
