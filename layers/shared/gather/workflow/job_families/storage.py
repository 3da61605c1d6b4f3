"""Which jobs are in which families.

A job names its families; beside each family stands a part for each of its jobs, written in the transaction of
the job, so that both sides always agree. An archived job stays in its families.

For example:

    storage.move_job(unit, job, before.job_family_ids, job.job_family_ids)
    family, version = storage.get(table, team_id, family_id)
"""

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.job_families.models import MOST_JOB_FAMILIES, JobFamily, JobFamilyDetail
from gather.workflow.jobs.models import JobRecord

JOB_FAMILY = Kind(
    resource="job family",
    name="JOB_FAMILY",
    model=JobFamily,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "JOB_FAMILY")],
    search_text=lambda record: record.display_name,
)


def member_key(team_id: str, job_family_id: str, job_id: str) -> keys.Key:
    """A job that is in a family, beside the family."""
    return JOB_FAMILY.part(team_id, job_family_id, "JOB", job_id)


MEMBER = ItemKind("JOB_FAMILY_MEMBER", member_key)


def move_job(unit: UnitOfWork, job: JobRecord, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """Move the job from the families that only `before` has to those that only `after` has.

    Part of the `unit` that stores the job, whose condition keeps two moves apart.
    """
    for family_id in before:
        if family_id not in after:
            unit.write(MEMBER.at(job.team_id, family_id, job.id).delete())
    for family_id in after:
        if family_id not in before:
            unit.write(MEMBER.at(job.team_id, family_id, job.id).put(jobId=job.id))


def get(table: Table, team_id: str, family_id: str) -> tuple[JobFamilyDetail, int]:
    """Read a family with the ids of its jobs, newest first, and its version. One query. Raises NotFound."""
    family: Item | None = None
    job_ids: list[str] = []
    if is_id(family_id):
        key = JOB_FAMILY.key(team_id, family_id)
        for item in table.query_all(KeyRange(key.pk), descending=True, consistent=True):
            if JOB_FAMILY.includes(item):
                family = item
            elif MEMBER.includes(item):
                job_ids.append(item["jobId"])
    if family is None:
        raise NotFound(JOB_FAMILY.resource, family_id)
    return JobFamilyDetail.model_validate({**family, "jobIds": job_ids}), int(family["revision"])


def list_all(records: Records, team_id: str) -> list[JobFamily]:
    """The families of a team, newest first. Two round trips."""
    listing = JOB_FAMILY.team_listing(team_id)
    return records.page(JOB_FAMILY, listing, Selection.ACTIVE, 0, MOST_JOB_FAMILIES).records
