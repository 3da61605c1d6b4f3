"""Puts back to work what the last stop interrupted: queues and executions are kept in memory alone."""

import json
import threading
from collections.abc import Sequence
from datetime import datetime

from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.functions.scheduler import run_until_done

_PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 60.0, 60.0)


def resume_lost_work(
    pool: FunctionPool,
    lost_before: datetime,
    stopped: threading.Event,
    pauses_seconds: Sequence[float] = _PAUSES_SECONDS,
) -> bool:
    """Have the recovery function told that all queues, executions and workers of before `lost_before` are
    gone; again after each of the pauses while some of it failed, as a throttled table makes it.

    Returns whether all of it was done. Without that function there is nothing to do.
    """
    try:
        function = pool.name_of_package("recovery")
    except FunctionNotFound:
        return True
    if _is_done(run_until_done(pool, function, lost_before, queuesLost=True)):
        return True
    for pause_seconds in pauses_seconds:
        if stopped.wait(pause_seconds):
            return False
        if _is_done(run_until_done(pool, function, lost_before, queuesLost=True)):
            return True
    return False


def _is_done(outcome: Outcome) -> bool:
    return not outcome.failed and not (json.loads(outcome.payload) or {}).get("failed")
