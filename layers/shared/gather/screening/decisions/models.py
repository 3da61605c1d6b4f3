"""Decisions of people about a candidate interview (interface: Decisions, rules 1 to 5).

They are never changed: the newest counts.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import StringConstraints

from gather.core.clock import timestamp
from gather.core.formats import VISIBLE
from gather.core.identifiers import new_id
from gather.core.model import Model, RequestModel

LONGEST_REASON = 2_000


class DecisionWord(StrEnum):
    """The decisions that a person can take."""

    ADVANCE = "advance"
    """The candidate goes on."""
    HOLD = "hold"
    """Not yet: nothing changes."""
    REJECT = "reject"
    """The candidate does not go on."""


class Decide(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/decision."""

    decision: DecisionWord
    reason: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_REASON), VISIBLE
    ]
    """Why. Candidates never see it."""
    notify: bool = False
    """Whether the candidate is told; never of `hold`."""


class Decision(Model):
    """A decision of a person."""

    id: str
    decision: DecisionWord
    reason: str
    """Why. Candidates never see it."""
    user_id: str | None = None
    """The user who decided: the one that the request names, else the key's owner; null for none."""
    created_at: str
    """When it was decided: ISO 8601 in UTC."""


def new_decision(request: Decide, user_id: str | None, now: datetime) -> Decision:
    """Make a decision of a request."""
    return Decision(
        id=new_id(),
        decision=request.decision,
        reason=request.reason,
        user_id=user_id,
        created_at=timestamp(now),
    )
