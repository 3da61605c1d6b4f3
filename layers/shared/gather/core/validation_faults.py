"""Says in the client's words what pydantic finds wrong."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gather.core.errors import Fault
from gather.core.open_object import TOO_DEEP


def faults_of(error: ValidationError) -> list[Fault]:
    """The faults that pydantic found, in the client's words. Never holds a value that was sent."""
    details = error.errors(include_url=False, include_context=True, include_input=False)
    return [
        Fault(path_of(detail["loc"]), _reason(detail["type"], detail["msg"], detail.get("ctx", {})))
        for detail in details
        if not _follows_from_another(detail, details)
    ]


def _follows_from_another(detail: ErrorDetails, details: list[ErrorDetails]) -> bool:
    """Whether an array is said to be too short only because its wrong elements were not counted."""
    place = detail["loc"]
    return detail["type"] == "too_short" and any(
        other["loc"][: len(place)] == place and len(other["loc"]) > len(place) for other in details
    )


def path_of(location: tuple[int | str, ...]) -> str:
    """A location as the client would write it: `users[0].email`."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            path += f".{step}" if path else step
    return path or "body"


REASONS = {
    "json_invalid": "is not valid JSON",
    "missing": "is required",
    "string_type": "must be a string",
    "bool_type": "must be true or false",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "list_type": "must be an array",
    "tuple_type": "must be an array",
    "dict_type": "must be an object",
    "model_type": "must be an object",
}


_COUNTED = {
    "too_short": "must have at least {min_length} elements",
    "too_long": "must have at most {max_length} elements",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
}


_INTRODUCTION = re.compile(r"^(Input|String|Value) should")


def _reason(kind: str, message: str, context: Mapping[str, Any]) -> str:
    if kind == "json_invalid" and str(context.get("error")).startswith("recursion limit"):
        return TOO_DEEP
    if kind == "json_invalid" and str(context.get("error")).startswith("number out of range"):
        return "holds a number with too many digits"
    if kind in _COUNTED:
        return _COUNTED[kind].format(**context)
    return REASONS.get(kind) or _INTRODUCTION.sub("must", message.removeprefix("Value error, "))
