"""The end of enrollments whose job has ended or whose candidate is archived.

For example:

    is_done = stop_enrollments(adapters, team_id, {"jobId": job_id}, has_time)
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from gather.core.errors import ServiceUnavailable
from gather.core.observability import log_failure
from gather.table.due import FAULTS, WORKERS
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_tokens import wake
from gather.workflow.enrollments import lifecycle
from gather.workflow.enrollments.storage import ENROLLMENT, list_active_in_job, list_active_of_candidate

# Few enough to be ended within what a worker leaves of its time.
AT_ONCE = 64


def stop_enrollments(
    adapters: Adapters, team_id: str, payload: Mapping[str, Any], has_time: Callable[[], bool]
) -> bool:
    """Stop the active enrollments of a job or of a candidate; False when time ran out with some left.

    One that fails keeps no other from its end; raises ServiceUnavailable after all the others.
    """
    enrollment_ids = _active(adapters.records, team_id, payload)
    failed = 0
    with ThreadPoolExecutor(WORKERS) as threads:
        while has_time():
            some = list(islice(enrollment_ids, AT_ONCE))
            if not some:
                break
            outcomes = threads.map(lambda enrollment_id: _stop(adapters, team_id, enrollment_id), some)
            failed += [*outcomes].count(False)
        else:
            return False
    if failed:
        raise ServiceUnavailable(f"{failed} enrollments could not be stopped.")
    return True


def _active(records: Records, team_id: str, payload: Mapping[str, Any]) -> Iterator[str]:
    if "jobId" in payload:
        return list_active_in_job(records.table, team_id, payload["jobId"])
    return list_active_of_candidate(records.table, team_id, payload["candidateId"])


def _stop(adapters: Adapters, team_id: str, enrollment_id: str) -> bool:
    now = adapters.clock.now()

    def stop(unit: UnitOfWork) -> str | None:
        """Stop it, and return the token that its execution waits with."""
        stored = unit.get(ENROLLMENT, team_id, enrollment_id)
        lifecycle.stop(unit, stored, now)
        return stored.record.task_token

    try:
        token = adapters.records.run(stop)
        if token is not None:
            wake(adapters, token)
    except FAULTS as fault:
        log_failure(fault, enrollment_id, "stopping of enrollments")
        return False
    return True
