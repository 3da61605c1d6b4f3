"""The expiry of candidate interviews and of links to their results.

Interface: Candidate interviews, rule 6; Share links, rule 3.

The expiry is decided on the record as it is in the transaction that ends it: a candidate interview that was
completed, or invited again, since the index was read stays as it is, and of two runs at once one ends it.
"""

from gather.core.clock import timestamp
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.status import OPEN
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun


def expire(run: ScheduledRun, item: Item) -> bool:
    """End the candidate interview, or its link to the results, if that is due. Returns whether it was."""

    def end(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_INTERVIEW, item["teamId"], item["id"])
        record = stored.record
        if record.status in OPEN and record.expiry <= timestamp(run.until):
            lifecycle.expire(unit, stored, run.now)
            return True
        if record.share_token is not None and record.open_share_token(run.until) is None:
            lifecycle.end_share_link(unit, stored, run.now)
            return True
        return False

    return run.records.run(end)
