"""The list of work that was given up, as the operator sees and retries it."""

from datetime import datetime

from administration import failures
from gather.table.failures import GivenUpWork
from gather.table.records import Records


def given_up(records: Records) -> list[GivenUpWork]:
    """The list, the latest first."""
    return failures.listed(records)


def retry_all(records: Records, now: datetime) -> list[bool]:
    """Have everything on the list done again; whether somebody still wants each of them."""
    return [failures.retry(records, failure.id, now) for failure in given_up(records)]
