"""Jobs that are in no team: kept by their organization under their own id, until a team takes them."""

from gather.domain.job import JobDetail
from gather.table import keys, store
from gather.table.records import Transaction


def keep(transaction: Transaction, job: JobDetail) -> None:
    """Keep a job that leaves its team, as part of the transaction that removes it there."""
    key = keys.unassigned_job(job.organization_id, job.id)
    item = {**job.model_dump(by_alias=True, exclude={"team_id"}), "pk": key.pk, "sk": key.sk}
    transaction.write(store.put({**item, "entity": "UNASSIGNED_JOB"}, "attribute_not_exists(pk)"))


def take(transaction: Transaction, job: JobDetail) -> None:
    """Take a job away from those of no team, as part of the transaction that stores it in one."""
    key = keys.unassigned_job(job.organization_id, job.id)
    transaction.write(store.delete(key, "attribute_exists(pk)"))
