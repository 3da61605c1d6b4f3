"""Invokes a function for an event source, and reads which records the function failed on."""

import json

from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.template.resources import EventSource


def failed_items(outcome: Outcome, source: EventSource, identifiers: list[str]) -> set[str]:
    """The identifiers of the batch's records that are to be tried again.

    All of them when the invocation failed, or when the function names a record that the batch does not have.
    """
    everything = set(identifiers)
    if outcome.failed:
        return everything
    if "ReportBatchItemFailures" not in source.properties.get("FunctionResponseTypes", []):
        return set()
    try:
        response = json.loads(outcome.payload or b"null")
        failures = {failure["itemIdentifier"] for failure in (response or {}).get("batchItemFailures") or []}
    except (ValueError, KeyError, TypeError, AttributeError):
        return everything
    return failures if failures <= everything else everything


def invoke_quietly(pool: FunctionPool, function: str, payload: bytes, trace: str = "") -> Outcome:
    """The outcome; a stack that is stopping is a failed one."""
    try:
        return pool.invoke(function, payload, trace)
    except (FunctionNotFound, OSError) as error:
        return Outcome(str(error).encode(), failed=True)
