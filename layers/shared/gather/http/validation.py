"""Parses the text of a request into a validated model, and reports all faults at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails, from_json, to_json

from gather.core.characters import NUL, places_of_nul
from gather.core.errors import Fault, PayloadTooLarge, ValidationFailed
from gather.core.model import QueryModel, RequestBody
from gather.core.validation_faults import REASONS, faults_of
from gather.http.array_limits import without_overlong_arrays
from gather.http.open_members import with_marked_numbers
from gather.http.value_limit import MOST_VALUES, MOST_VALUES_JUDGED_LATER, has_too_many_values

MAXIMUM_BODY_BYTES = 1024 * 1024

B = TypeVar("B", bound=RequestBody)
Q = TypeVar("Q", bound=QueryModel)


TEAM_REQUIRED = Fault("teamId", "is required, because the key or the session is not of one team alone")


def validate(
    body_model: type[B],
    body: str,
    query_model: type[Q],
    query: Mapping[str, str],
    *,
    must_name_team: bool = False,
    more_faults: Callable[[Mapping[str, Any]], Iterable[Fault]] | None = None,
    query_faults: Iterable[Fault] = (),
) -> tuple[B, Q]:
    """The validated body and query; an empty body counts as an empty object.

    With `must_name_team` one of them has to have a `teamId`; `more_faults` finds more in the body as it was
    sent, whatever its types; `query_faults` are known before. Raises ValidationFailed with the faults of
    both, PayloadTooLarge over 1 MiB.
    """
    if len(body) > MAXIMUM_BODY_BYTES or len(body.encode()) > MAXIMUM_BODY_BYTES:
        raise PayloadTooLarge("The body is larger than 1 MiB.")
    most_values = MOST_VALUES if body_model.judged_later is None else MOST_VALUES_JUDGED_LATER
    if has_too_many_values(body, most_values):
        raise ValidationFailed([Fault("body", f"must have at most {most_values} values in all")])
    body, overlong = without_overlong_arrays(body_model, body)
    marked = with_marked_numbers(body_model, body)
    faults = [*overlong, *query_faults]
    known = {fault.field for fault in faults}
    valid_query = valid_body = None
    try:
        valid_query = query_model.model_validate(query, by_alias=True, by_name=False)
    except ValidationError as error:
        faults += (fault for fault in faults_of(error) if fault.field not in known)
    try:
        valid_body = _valid_body(body_model, marked or "{}")
    except ValidationError as error:
        faults += (fault for fault in faults_of(error) if fault.field not in known)
    known = {fault.field for fault in faults}
    nul = (*_nul_in_query(query_model, query), *_nul_in_body(body_model, marked))
    faults += (fault for fault in nul if fault.field not in known)
    rules = [body_model.cross_field_faults] if _declares_cross_field_faults(body_model) else []
    for rule in (*rules, *([more_faults] if more_faults else [])):
        faults += _faults_between(rule, marked, faults)
    if _has_no_json_number(body):
        faults = [Fault("body", REASONS["json_invalid"])]
    if valid_query is not None and valid_body is not None:
        faults += _contradictions(valid_query, valid_body)
    if must_name_team and not _names_team(marked, query):
        faults = [*(fault for fault in faults if fault.field != TEAM_REQUIRED.field), TEAM_REQUIRED]
    if faults or valid_query is None or valid_body is None:
        raise ValidationFailed(faults)
    return valid_body, valid_query


def _nul_in_query(model: type[QueryModel], query: Mapping[str, str]) -> list[Fault]:
    return [Fault(name, _HAS_NUL) for name, value in query.items() if NUL in value and name in model.names()]


def _nul_in_body(model: type[RequestBody], body: str) -> list[Fault]:
    """A fault for each text with U+0000 that a body holds, also where any text is taken, but for what is
    judged later.

    Databases and languages that end texts there would show half of it. In JSON it can only be escaped.
    """
    if r"\u0000" not in body:
        return []
    try:
        raw = from_json(body)
    except ValueError:
        return []
    if model.judged_later is not None and isinstance(raw, dict):
        raw.pop(model.judged_later, None)
    return [Fault(place or "body", _HAS_NUL) for place in places_of_nul(raw)]


def _valid_body(model: type[B], body: str) -> B:
    """The validated body. Raises ValidationError.

    In JSON 1.0 is the whole number 1, and many serializers write it so. Only a body that was refused for one
    is read a second time.
    """
    try:
        return model.model_validate_json(body, by_alias=True, by_name=False)
    except ValidationError as error:
        places = [detail["loc"] for detail in error.errors(include_url=False) if _is_whole_number(detail)]
        if not places:
            raise
    raw = from_json(body)
    for place in places:
        _make_whole(raw, place)
    return model.model_validate_json(to_json(raw), by_alias=True, by_name=False)


def _is_whole_number(detail: ErrorDetails) -> bool:
    sent = detail["input"]
    return detail["type"] == "int_type" and isinstance(sent, float) and sent.is_integer()


def _make_whole(raw: Any, place: tuple[int | str, ...]) -> None:
    """Write the number at `place` of a body as a whole one. A place in a variant of a union is left alone."""
    *steps, last = place
    for step in steps:
        try:
            raw = raw[step]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(raw, dict | list):
        with suppress(KeyError, IndexError, TypeError):
            raw[last] = int(raw[last])  # type: ignore[index]  # a key of an object, a place in an array


def _contradictions(query: QueryModel, body: RequestBody) -> Iterator[Fault]:
    """A fault for what the query and the body both name, and differently."""
    for name in ("team_id", "user_id"):
        in_query, in_body = getattr(query, name, None), getattr(body, name, None)
        if in_query and in_body and in_query != in_body:
            yield Fault(to_camel(name), "must not differ between the query and the body")


def _has_no_json_number(body: str) -> bool:
    """Whether the body says NaN or Infinity, which pydantic reads and JSON does not have."""
    if "NaN" not in body and "Infinity" not in body:
        return False
    try:
        from_json(body, allow_inf_nan=False)
    except ValueError:
        return True
    return False


def _names_team(body: str, query: Mapping[str, str]) -> bool:
    if query.get("teamId"):
        return True
    try:
        raw = from_json(body or "{}")
    except ValueError:
        return False
    return isinstance(raw, dict) and bool(raw.get("teamId"))


def _faults_between(
    rule: Callable[[Mapping[str, Any]], Iterable[Fault]], body: str, known: list[Fault]
) -> list[Fault]:
    """The faults that a rule finds, less those of members that are already known to be wrong."""
    if any(fault.field == "body" for fault in known):
        return []
    wrong = {fault.field for fault in known}
    raw: Mapping[str, Any] = from_json(body or "{}")
    return [fault for fault in rule(raw) if fault.field not in wrong]


def _declares_cross_field_faults(model: type[RequestBody]) -> bool:
    """Whether the model or a base of it has such rules; without, the body need not be read a second time."""
    declaring = (base for base in model.__mro__ if "cross_field_faults" in base.__dict__)
    return next(declaring) is not RequestBody


_HAS_NUL = "must not have the character U+0000"
