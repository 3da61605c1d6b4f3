"""Job families of a team, which routes only read (interface: Job families, rule 1), and the jobs in them."""

from collections.abc import Callable
from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.record import common_fields
from gather.table import team_sets
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.job_families import storage as job_family_storage
from gather.workflow.job_families.models import MOST_JOB_FAMILIES, JobFamily
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.models import MOST_FAMILIES, JobRecord
from gather.workflow.jobs.storage import JOB

Ids = tuple[str, ...]
Change = Callable[[Records, str, str, str, datetime], JobRecord]
"""A function that adds a job to a family or removes it: team, family, job and time."""


def create_job_family(
    records: Records, scope: TeamScope, display_name: str, now: datetime, *, description: str | None = None
) -> JobFamily:
    """Make a job family of a team. One round trip. Raises Conflict when the team has too many."""
    family = JobFamily(**common_fields(scope, now), display_name=display_name, description=description)
    unit = records.unit_of_work()
    team_sets.save_new(unit, JOB_FAMILY, family, MOST_JOB_FAMILIES, _too_many_families())
    unit.commit()
    return family


def add_job(records: Records, team_id: str, family_id: str, job_id: str, now: datetime) -> JobRecord:
    """Put a job into a family of its team; the job as it is then.

    Raises NotFound, and Conflict when the job is in too many families.
    """
    records.get(JOB_FAMILY, team_id, family_id)

    def added(ids: Ids) -> Ids:
        if family_id in ids:
            return ids
        if len(ids) >= MOST_FAMILIES:
            raise Conflict(f"A job is in at most {MOST_FAMILIES} job families.")
        return (*ids, family_id)

    return _change(records, team_id, job_id, added, now)


def remove_job(records: Records, team_id: str, family_id: str, job_id: str, now: datetime) -> JobRecord:
    """Take a job out of a family of its team; the job as it is then. Raises NotFound."""
    records.get(JOB_FAMILY, team_id, family_id)

    def removed(ids: Ids) -> Ids:
        return tuple(each for each in ids if each != family_id)

    return _change(records, team_id, job_id, removed, now)


def _change(
    records: Records, team_id: str, job_id: str, change: Callable[[Ids], Ids], now: datetime
) -> JobRecord:
    def changed(stored: Stored[JobRecord], unit: UnitOfWork) -> JobRecord:
        before = stored.record
        after = before.changed(job_family_ids=change(before.job_family_ids))
        job = before.replace_with(after, timestamp(now))
        job_family_storage.move_job(unit, job, before.job_family_ids, job.job_family_ids)
        return job

    return records.change(JOB, team_id, job_id, changed).record


def _too_many_families() -> Exception:
    return Conflict(f"A team has at most {MOST_JOB_FAMILIES} job families.")
