"""Time that passes for one candidate interview of a sandbox (interface: Sandbox, rule 10)."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from gather.core.model import RequestModel

_MILLISECONDS_OF_A_DAY = 86_400_000

Days = Annotated[float, Field(ge=0, le=400)]


class AdvanceTime(RequestModel):
    """Body of POST /sandbox/candidate-interviews/{candidateInterviewId}/advance."""

    days: Days
    """How many days pass, 0 to 400; fractions are allowed. Several advances add up."""

    @property
    def duration(self) -> timedelta:
        """The time that passes, to the millisecond."""
        return timedelta(milliseconds=round(self.days * _MILLISECONDS_OF_A_DAY))
