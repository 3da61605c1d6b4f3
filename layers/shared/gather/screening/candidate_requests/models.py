"""Requests of a candidate to the team (interface: Help for candidates, rules 1 to 6)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import StringConstraints

from gather.core.characters import is_blank
from gather.core.clock import timestamp
from gather.core.errors import Conflict, Fault
from gather.core.formats import VISIBLE
from gather.core.identifiers import new_id
from gather.core.model import Model, RequestModel
from gather.screening.candidate_interviews.models import CandidateInterviewRecord

LONGEST_TEXT = 2_000


class CandidateRequestKind(StrEnum):
    """The things that a candidate can ask for."""

    MORE_TIME = "more_time"
    """More time to answer."""
    OTHER_FORMAT = "other_format"
    """Another way to be interviewed."""
    QUESTION = "question"
    """The answer to a question."""
    WITHDRAW = "withdraw"
    """To take part no longer. It is done by itself."""


NEED_TEXT = frozenset({CandidateRequestKind.OTHER_FORMAT, CandidateRequestKind.QUESTION})
"""The kinds that say nothing without words."""


class CandidateRequestStatus(StrEnum):
    """Whether somebody has yet to see to a request."""

    OPEN = "open"
    DONE = "done"


class CreateCandidateRequest(RequestModel):
    """Body of POST /screening/{inviteToken}/requests."""

    kind: CandidateRequestKind
    """What the candidate asks for."""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_TEXT)] | None = None
    """The candidate's words. Required for `other_format` and `question`, where it must have at least 1
    visible character."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """A request that needs words has some."""
        kind, text = raw.get("kind"), raw.get("text")
        if not isinstance(kind, str) or kind not in NEED_TEXT:
            return
        if text is None:
            yield Fault("text", "is required for this kind")
        elif isinstance(text, str) and is_blank(text):
            yield Fault("text", "must have at least 1 visible character")


class AnswerCandidateRequest(RequestModel):
    """Body of PATCH /candidate-interviews/{candidateInterviewId}/requests/{requestId}."""

    status: Literal[CandidateRequestStatus.DONE]
    """`done` closes the request."""
    reply: (
        Annotated[
            str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_TEXT), VISIBLE
        ]
        | None
    ) = None
    """An answer to the candidate, who gets it by e-mail, or by text message without an e-mail address."""


class CandidateRequest(Model):
    """A request of a candidate."""

    id: str
    kind: CandidateRequestKind
    status: CandidateRequestStatus
    text: str | None = None
    """The candidate's words; null for none."""
    reply: str | None = None
    """The team's answer; null for none."""
    created_at: str
    """When the candidate asked: ISO 8601 in UTC."""
    done_at: str | None = None
    """When it was done: ISO 8601 in UTC; null while it is open."""


class StoredCandidateRequest(CandidateRequest):
    """The stored request, with what tells whose it is."""

    organization_id: str
    team_id: str
    candidate_interview_id: str
    candidate_id: str
    interview_id: str
    job_id: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody has yet to see to it."""
        return self.status is CandidateRequestStatus.OPEN

    def answer(self, reply: str | None, now: datetime) -> "StoredCandidateRequest":
        """Close the request, with an answer. Returns the same request when nothing is different.

        Raises Conflict for another answer than it has got.
        """
        if reply is not None and self.reply not in (None, reply):
            raise Conflict("This request has been answered.")
        return self.changed(
            status=CandidateRequestStatus.DONE,
            reply=reply or self.reply,
            done_at=self.done_at or timestamp(now),
        )


def new_candidate_request(
    request: CreateCandidateRequest, record: CandidateInterviewRecord, now: datetime
) -> StoredCandidateRequest:
    """Make a request of the candidate of `record`. A withdrawal is done by itself."""
    moment = timestamp(now)
    is_done = request.kind is CandidateRequestKind.WITHDRAW
    return StoredCandidateRequest(
        id=new_id(),
        kind=request.kind,
        status=CandidateRequestStatus.DONE if is_done else CandidateRequestStatus.OPEN,
        text=request.text or None,
        created_at=moment,
        done_at=moment if is_done else None,
        organization_id=record.organization_id,
        team_id=record.team_id,
        candidate_interview_id=record.id,
        candidate_id=record.candidate_id,
        interview_id=record.interview_id,
        job_id=record.enrollment.job_id if record.enrollment else None,
    )
