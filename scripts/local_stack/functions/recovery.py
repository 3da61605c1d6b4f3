"""Resumes the work that the last stop interrupted: queues and executions are in memory alone."""

import json
import threading
from collections.abc import Sequence
from datetime import datetime

from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.functions.scheduler import run_until_done

_PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 60.0, 60.0)


def recover_interrupted_work(
    pool: FunctionPool,
    lost_before: datetime,
    stopped: threading.Event,
    pauses_seconds: Sequence[float] = _PAUSES_SECONDS,
) -> bool:
    """Tells the recovery function that all queues, executions and workers from before `lost_before` are gone.

    Tells it again after each of the pauses while part of the recovery failed, which a throttled table causes.
    Returns whether everything was recovered. Without that function there is nothing to do.
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
