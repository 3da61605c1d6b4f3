"""The review queue as clients see it (interface: Review queue, rules 1 to 4)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from gather.core.model import Model
from gather.core.review_kind import ReviewKind


class Waiter(StrEnum):
    """Who is to act."""

    YOU = "you"
    """The team."""
    CANDIDATE = "candidate"


WAITERS: Final[Mapping[ReviewKind, Waiter]] = {
    kind: Waiter.CANDIDATE if kind is ReviewKind.INVITE else Waiter.YOU for kind in ReviewKind
}
"""Who is waited for, by the kind of item."""


class ReviewItem(Model):
    """Something that waits. What does not apply to its kind is null."""

    kind: ReviewKind
    """Why it waits."""
    candidate_interview_id: str | None = None
    """The candidate interview."""
    candidate_id: str | None = None
    """The candidate."""
    candidate_name: str | None = None
    """The candidate's first and last name."""
    job_id: str | None = None
    """The job."""
    title: str | None = None
    """The job's title; without a job the name of the interview that candidates see."""
    since: str
    """Since when it waits: ISO 8601 in UTC."""
    score: int | float | None = None
    """The score, of a decision and of a gate; null for none."""


class ReviewCounts(Model):
    """How many items of each kind wait."""

    request: int = 0
    """Open requests of candidates."""
    gate: int = 0
    """Steps that wait for a score or a person."""
    decision: int = 0
    """Results that wait for a decision."""
    meeting: int = 0
    """Meetings that were declined, or for which another time was asked."""
    approval: int = 0
    """Jobs that wait for their approval."""
    invite: int = 0
    """Invites that nobody has begun and that expire within 3 days."""


class ReviewQueue(Model):
    """A part of the review queue."""

    items: list[ReviewItem]
    """What waits: by kind, and within a kind by how long it waits, longest first."""
    counts: ReviewCounts
    """How many items wait, of all kinds."""
    next_cursor: str | None
    """The cursor of the next part; null at the end."""
