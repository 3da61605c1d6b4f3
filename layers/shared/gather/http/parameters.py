"""The parameters of a request's query, each with one value."""

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import parse_qsl

from gather.core.errors import Fault


def parameters_of(
    event: Mapping[str, Any], known: Collection[str]
) -> tuple[Mapping[str, str], tuple[Fault, ...]]:
    """The parameters by their names, and the faults of those of the `known` ones that are given twice.

    API Gateway joins the values of a repeated parameter by commas. One that is repeated with the same value
    is that value; with different ones it is not known which is meant.
    """
    parameters: Mapping[str, str] = event.get("queryStringParameters") or {}
    query = event.get("rawQueryString") or ""
    if not _repeats_a_name(query):
        return parameters, ()
    values: dict[str, set[str]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        values.setdefault(name, set()).add(value)
    single = {name: next(iter(given)) for name, given in values.items() if len(given) == 1}
    faults = tuple(
        Fault(name, "must not be given twice with different values")
        for name in values
        if name in known and name not in single
    )
    doubtful = {fault.field for fault in faults}
    kept = {name: value for name, value in parameters.items() if name not in doubtful}
    return {**kept, **single}, faults


def _repeats_a_name(query: str) -> bool:
    names = [part.partition("=")[0] for part in query.split("&") if part]
    return len(set(names)) < len(names)
