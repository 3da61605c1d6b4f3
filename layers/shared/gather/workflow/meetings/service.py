"""The use cases of meetings.

A meeting that is moved concerns everybody who was asked to it. A worker invites them again: they may be many,
and whoever moves the meeting does not wait for them.

For example:

    stored = service.rearrange(unit, stored, now, starts_at=starts_at)
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from gather.events import enrollment_tasks
from gather.table.kind import Stored
from gather.table.listing import SLOTS
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.enrollments.status import EnrollmentStatus
from gather.workflow.enrollments.storage import job_listing
from gather.workflow.jobs.storage import JOB
from gather.workflow.meetings.models import MeetingRecord

_COMING = frozenset({EnrollmentStatus.ACTIVE, EnrollmentStatus.COMPLETED})


def rearrange(
    unit: UnitOfWork, stored: Stored[MeetingRecord], now: datetime, **members: Any
) -> Stored[MeetingRecord]:
    """Change members of a meeting. Of another time, length or place its candidates are told, and asked again.

    One that is moved into the past is put right and asks nobody. Who has been at a meeting whose time is over
    is not asked to the next one that takes its record.
    """
    before = stored.record
    after = before.rearrange(now, **members)
    if after.sequence != before.sequence and not after.is_held(now):
        unit.send(enrollment_tasks.invite_after_move(after, after.id, now, was_held=before.is_held(now)))
    return unit.replace(stored, after)


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
