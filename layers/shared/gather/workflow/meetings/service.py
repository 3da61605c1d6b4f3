"""The use cases of meetings.

A meeting that is moved concerns everybody who was asked to it. A worker invites them again: they may be many,
and whoever moves the meeting does not wait for them.

For example:

    meeting = service.create(records, team, request, now=now)
    stored = service.rearrange(unit, stored, now, starts_at=starts_at)
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.precondition import Precondition
from gather.core.record import archived
from gather.events import enrollment_tasks
from gather.table.kind import Stored
from gather.table.listing import SLOTS, Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.enrollments.status import EnrollmentStatus
from gather.workflow.enrollments.storage import job_listing
from gather.workflow.jobs.storage import JOB
from gather.workflow.meetings import storage as meeting_storage
from gather.workflow.meetings.models import MeetingDetail, MeetingRecord, new_meeting
from gather.workflow.meetings.requests import ChangeMeeting, CreateMeeting
from gather.workflow.meetings.storage import MEETING

_COMING = frozenset({EnrollmentStatus.ACTIVE, EnrollmentStatus.COMPLETED})


def create(records: Records, team: TeamScope, request: CreateMeeting, *, now: datetime) -> MeetingDetail:
    """Create the meeting that the request asks for. One round trip."""
    meeting = new_meeting(request, team, now)
    unit = records.unit_of_work()
    meeting_storage.create(unit, meeting)
    unit.commit()
    return MeetingDetail.of(meeting, {})


def get(records: Records, team: TeamScope, meeting_id: str) -> tuple[MeetingDetail, int]:
    """A meeting with its bookings counted, and its version. Two round trips. Raises NotFound."""
    stored = records.get(MEETING, team.team_id, meeting_id)
    return _detail(records, stored.record), stored.version


def list_page(
    records: Records, team: TeamScope, offset: int, size: int, *, after: str | None = None
) -> RecordPage[MeetingRecord]:
    """A page of the team's meetings, newest first, without the archived ones."""
    listing = MEETING.team_listing(team.team_id)
    return records.page(MEETING, listing, Selection.ACTIVE, offset, size, after=after)


def show(records: Records, meetings: Sequence[MeetingRecord]) -> list[MeetingDetail]:
    """The meetings as their routes show them, with their bookings counted. One round trip at most."""
    booked = meeting_storage.booked_places(records.table, meetings)
    return [MeetingDetail.of(meeting, booked.get(meeting.id, {})) for meeting in meetings]


def update(
    records: Records,
    team: TeamScope,
    request: ChangeMeeting,
    meeting_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> tuple[MeetingDetail, int]:
    """Change the members of a meeting that are supplied. Candidates who have to know are told.

    Raises NotFound, also for the id of an absent slot, PreconditionFailed and Conflict.
    """

    def change(unit: UnitOfWork) -> Stored[MeetingRecord]:
        stored = unit.get(MEETING, team.team_id, meeting_id)
        precondition.check(stored.version)
        after = stored.record.update(request, now)
        return stored if after == stored.record else _save(unit, stored, after, now)

    stored = records.run(change)
    return _detail(records, stored.record), stored.version


def archive(
    records: Records, team: TeamScope, meeting_id: str, *, now: datetime, precondition: Precondition
) -> MeetingRecord:
    """Archive a meeting. Who is invited to it already may still answer. Raises NotFound, PreconditionFailed
    and Conflict."""

    def change(stored: Stored[MeetingRecord], _unit: UnitOfWork) -> MeetingRecord:
        precondition.check(stored.version)
        return archived(stored.record, timestamp(now))

    return records.change(MEETING, team.team_id, meeting_id, change).record


def show_created(records: Records, stored: Stored[MeetingRecord]) -> MeetingDetail:
    """The meeting that a POST made, for a repetition of the request."""
    return _detail(records, stored.record)


def rearrange(
    unit: UnitOfWork, stored: Stored[MeetingRecord], now: datetime, **members: Any
) -> Stored[MeetingRecord]:
    """Change members of a meeting. Of another time, length or place its candidates are told, and asked again.

    One that is moved into the past is put right and asks nobody. Who has been at a meeting whose time is over
    is not asked to the next one that takes its record.
    """
    return _save(unit, stored, stored.record.rearrange(now, **members), now)


def _save(
    unit: UnitOfWork, stored: Stored[MeetingRecord], after: MeetingRecord, now: datetime
) -> Stored[MeetingRecord]:
    before = stored.record
    if after.arranged_at != before.arranged_at and not after.is_held(now):
        unit.send(enrollment_tasks.invite_after_move(after, after.id, now, was_held=before.is_held(now)))
    released, is_elsewhere = before.released_slots(after), after.is_elsewhere(before)
    if released or (is_elsewhere and after.slots):
        change = {"meetingId": after.id, "released": released, "isElsewhere": is_elsewhere}
        unit.send(enrollment_tasks.update_bookings(after, now, **change, changedAt=timestamp(now)))
    meeting_storage.save_seats(unit, before, after)
    return unit.replace(stored, after)


def _detail(records: Records, meeting: MeetingRecord) -> MeetingDetail:
    (detail,) = show(records, [meeting])
    return detail


def list_invites(table: Table, team_id: str, meeting_id: str) -> Iterator[tuple[str, str]]:
    """List the invites to a meeting of candidates who may come: the ids of enrollments and of invites.

    Invites are not listed by meeting, so it walks the enrollments in the team's jobs, page by page. A meeting
    is moved rarely.
    """
    jobs = KeyRange(JOB.team_listing(team_id), SLOTS[0].index)
    for job in table.query_all(jobs):
        for item in table.query_all(KeyRange(job_listing(team_id, job["id"]), SLOTS[0].index)):
            if item["status"] not in _COMING:
                continue
            for step in item["steps"]:
                invite_id = step.get("candidateMeetingId")
                if invite_id is not None and step["artifactId"] == meeting_id:
                    yield item["id"], invite_id
