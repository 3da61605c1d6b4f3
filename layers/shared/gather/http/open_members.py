"""Has the open objects of a body keep their numbers as they were sent (gather.core.exact_number).

pydantic reads a number as a float. So each number of an open object that a float would write otherwise goes
to it as a marked text.
"""

import json
from functools import cache
from typing import Any

from pydantic.alias_generators import to_camel

from gather.core import exact_number
from gather.core.model import RequestBody
from gather.core.open_object import is_given_object


def with_marked_numbers(model: type[RequestBody], body: str) -> str:
    """The body with marked numbers in the open members of `model`.

    A body without any, and one that is no JSON, is returned as it is.
    """
    names = _open_members(model)
    if not names or exact_number.MARK in body:
        return body
    try:
        raw = exact_number.loads(body)
    except (ValueError, RecursionError):
        return body
    if not isinstance(raw, dict) or not any(exact_number.has_exact(raw.get(name)) for name in names):
        return body
    return f"{{{','.join(_member(name, value, name in names) for name, value in raw.items())}}}"


def _member(name: str, value: Any, is_open: bool) -> str:
    text = json.dumps(exact_number.marked(value))
    return f"{json.dumps(name)}:{text if is_open else exact_number.unmarked(text)}"


@cache
def _open_members(model: type[RequestBody]) -> frozenset[str]:
    return frozenset(
        to_camel(name)
        for name, field in model.model_fields.items()
        if is_given_object(field.annotation, field.metadata)
    )
