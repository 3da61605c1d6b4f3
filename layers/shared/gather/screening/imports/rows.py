"""What a row asks for, held to the rules of POST /candidates."""

from collections.abc import Iterable
from typing import Final

from pydantic import ValidationError
from pydantic_core import from_json, to_json

from gather.core.characters import NUL, places_of_nul
from gather.core.errors import Fault
from gather.core.validation_faults import faults_of
from gather.screening.candidates.models import CreateCandidate
from gather.screening.imports.file_rows import MEMBERS
from gather.screening.imports.models import RowFault

_NO_OBJECT: Final = "must be a JSON object"
_HAS_NUL: Final = "must not have the character U+0000"


class WrongRow(Exception):
    """A row breaks a rule."""

    def __init__(self, errors: tuple[RowFault, ...]) -> None:
        super().__init__("a row breaks a rule")
        self.errors = errors


def candidate_of(text: str) -> CreateCandidate:
    """The candidate that a row describes, given as JSON. Raises WrongRow.

    Members that are not of a candidate are ignored; so are `teamId` and `userId`, which are the import's.
    """
    try:
        row = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise WrongRow((RowFault(field="", reason=_NO_OBJECT),)) from None
    if not isinstance(row, dict):
        raise WrongRow((RowFault(field="", reason=_NO_OBJECT),))
    known = {name: value for name, value in row.items() if name in MEMBERS}
    has_nul = [Fault(place, _HAS_NUL) for place in places_of_nul(known)] if _may_have_nul(text) else []
    try:
        candidate = CreateCandidate.model_validate_json(to_json(known), by_alias=True, by_name=False)
    except ValidationError as error:
        faults = faults_of(error)
        wrong = {fault.field for fault in faults}
        more = [fault for fault in has_nul if fault.field not in wrong]
        raise WrongRow(errors_of([*faults, *more])) from None
    if has_nul:
        raise WrongRow(errors_of(has_nul))
    return candidate


def _may_have_nul(text: str) -> bool:
    return NUL in text or r"\u0000" in text


def errors_of(faults: Iterable[Fault]) -> tuple[RowFault, ...]:
    """The faults of a row, each named by its member alone, once each."""
    named = ((_member_of(fault.field), fault.reason) for fault in faults)
    return tuple(RowFault(field=name, reason=reason) for name, reason in dict.fromkeys(named))


def _member_of(place: str) -> str:
    return place.partition(".")[0].partition("[")[0]
