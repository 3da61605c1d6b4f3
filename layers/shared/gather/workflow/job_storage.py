"""Jobs that are in no team: kept by their organization under their own id, until a team takes them."""

from gather.table import keys, store
from gather.table.ownership import team_of
from gather.table.records import Kind, Transaction
from gather.workflow.job import JobDetail, search_text

JOB = Kind(
    resource="job",
    name="JOB",
    model=JobDetail,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "JOB")],
    search_text=search_text,
)


def keep(transaction: Transaction, job: JobDetail) -> None:
    """Keep a job that leaves its team, as part of the transaction that removes it there."""
    key = keys.unassigned_job(job.organization_id, job.id)
    item = {**job.model_dump(by_alias=True, exclude={"team_id"}), "pk": key.pk, "sk": key.sk}
    transaction.write(store.put({**item, "entity": "UNASSIGNED_JOB"}, "attribute_not_exists(pk)"))


def take(transaction: Transaction, job: JobDetail) -> None:
    """Take a job away from those of no team, as part of the transaction that stores it in one."""
    key = keys.unassigned_job(job.organization_id, job.id)
    transaction.write(store.delete(key, "attribute_exists(pk)"))
