"""What the query of a list of candidate interviews may say: statuses, scores and orders."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from gather.screening.candidate_interviews.status import CandidateInterviewStatus

_STATUS: Final = "|".join(CandidateInterviewStatus)
_STATUSES_SCHEMA: Final = {"pattern": f"^({_STATUS})(,({_STATUS}))*$"}


class SortedBy(StrEnum):
    """The values by which candidate interviews are sorted."""

    CREATED_AT = "createdAt"
    COMPLETED_AT = "completedAt"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class SortOrder:
    """The order of a list. Records without the value are last, the newest of them first."""

    sorted_by: SortedBy = SortedBy.CREATED_AT
    is_descending: bool = True


NEWEST_FIRST: Final = SortOrder()


class Sort(StrEnum):
    """The orders of a list."""

    CREATED_AT = "createdAt"
    CREATED_AT_DESCENDING = "-createdAt"
    COMPLETED_AT = "completedAt"
    COMPLETED_AT_DESCENDING = "-completedAt"
    SCORE = "score"
    SCORE_DESCENDING = "-score"

    @property
    def order(self) -> SortOrder:
        """The order that is meant."""
        return SortOrder(SortedBy(self.value.removeprefix("-")), is_descending=self.value.startswith("-"))


def statuses_of(text: str | None) -> tuple[CandidateInterviewStatus, ...]:
    """The statuses that a text names, with commas between them. Raises ValueError for another word."""
    return tuple(dict.fromkeys(map(CandidateInterviewStatus, text.split(",")))) if text is not None else ()


def _known_statuses(text: str) -> str:
    try:
        statuses_of(text)
    except ValueError:
        wanted = ", ".join(CandidateInterviewStatus)
        raise ValueError(f"must be one or several of {wanted}, with commas between them") from None
    return text


Statuses = Annotated[
    str,
    AfterValidator(_known_statuses),
    Field(json_schema_extra=_STATUSES_SCHEMA),
]
"""One status, or several with commas between them."""
QueryScore = Annotated[float, Field(ge=0, le=100)]
"""A score in a query string, from 0 to 100."""
