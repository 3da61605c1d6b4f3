"""The statuses of a candidate interview, and which of them follows which.

status = next_status(record.status, StatusEvent.EXPIRE)
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class CandidateInterviewStatus(StrEnum):
    """How far a candidate is; only the service sets `expired`.

    Interface: Candidate interviews, rules 2 and 3.
    """

    INVITE_SENT = "invite_sent"
    NEW_RESPONSE = "new_response"
    HAS_REVIEWED = "has_reviewed"
    PARTIALLY_COMPLETED = "partially_completed"
    HIRED = "hired"
    ARCHIVED = "archived"
    EXPIRED = "expired"


class StatusEvent(StrEnum):
    """The events that may change the status of a candidate interview."""

    INVITE = "invite"
    """An invite is sent, the first one or another one."""
    ANSWER = "answer"
    """The candidate has answered something."""
    COMPLETE = "complete"
    """The candidate or a user completes the interview for the first time."""
    EXPIRE = "expire"
    """The time to answer has passed."""
    EXTEND = "extend"
    """A user gives an expired one time again."""
    WITHDRAW = "withdraw"
    """The candidate takes part no longer."""
    CHOOSE = "choose"
    """A user chooses the status."""


_Status = CandidateInterviewStatus
_Event = StatusEvent
_Statuses = frozenset[CandidateInterviewStatus]

CHOICES: Final = tuple(status for status in _Status if status is not _Status.EXPIRED)
"""The statuses that a user may choose."""

_END: Final[Mapping[StatusEvent, _Statuses]] = {_Event.WITHDRAW: frozenset({_Status.EXPIRED})}
"""The end by the candidate's wish."""

_COMPLETION: Final[Mapping[StatusEvent, _Statuses]] = {
    _Event.COMPLETE: frozenset({_Status.NEW_RESPONSE}),
    _Event.CHOOSE: frozenset(CHOICES),
}
"""The statuses that may follow any status but `new_response`."""

TRANSITIONS: Final[Mapping[CandidateInterviewStatus | None, Mapping[StatusEvent, _Statuses]]] = {
    None: {
        _Event.INVITE: frozenset({_Status.INVITE_SENT}),
        _Event.ANSWER: frozenset({_Status.PARTIALLY_COMPLETED}),
        **_END,
        **_COMPLETION,
    },
    _Status.INVITE_SENT: {
        _Event.INVITE: frozenset({_Status.INVITE_SENT}),
        _Event.ANSWER: frozenset({_Status.PARTIALLY_COMPLETED}),
        _Event.EXPIRE: frozenset({_Status.EXPIRED}),
        **_END,
        **_COMPLETION,
    },
    _Status.PARTIALLY_COMPLETED: {
        _Event.INVITE: frozenset({_Status.PARTIALLY_COMPLETED}),
        _Event.ANSWER: frozenset({_Status.PARTIALLY_COMPLETED}),
        _Event.EXPIRE: frozenset({_Status.EXPIRED}),
        **_END,
        **_COMPLETION,
    },
    _Status.NEW_RESPONSE: {_Event.CHOOSE: frozenset(CHOICES)},
    _Status.HAS_REVIEWED: {_Event.ANSWER: frozenset({_Status.HAS_REVIEWED}), **_END, **_COMPLETION},
    _Status.HIRED: {_Event.ANSWER: frozenset({_Status.HIRED}), **_END, **_COMPLETION},
    _Status.ARCHIVED: {_Event.WITHDRAW: frozenset({_Status.ARCHIVED}), **_COMPLETION},
    _Status.EXPIRED: {
        _Event.INVITE: frozenset({_Status.INVITE_SENT}),
        _Event.EXTEND: frozenset({_Status.INVITE_SENT, _Status.PARTIALLY_COMPLETED}),
        **_END,
        **_COMPLETION,
    },
}
"""The statuses that may follow, by the status and by the event."""


def next_status(
    status: CandidateInterviewStatus | None,
    event: StatusEvent,
    chosen: CandidateInterviewStatus | None = None,
) -> CandidateInterviewStatus:
    """The status after `event`. `chosen` is what a user has chosen, or how far the candidate was.

    Raises ValueError when the event or the choice has no place in TRANSITIONS.
    """
    following = TRANSITIONS[status].get(event, frozenset())
    if event in (StatusEvent.CHOOSE, StatusEvent.EXTEND):
        following = following & {chosen}
    if len(following) != 1:
        raise ValueError(f"The status {status} has no event {event} to {chosen or 'any status'}.")
    [after] = following
    return after


OPEN: Final[_Statuses] = frozenset(
    status for status, events in TRANSITIONS.items() if status is not None and StatusEvent.EXPIRE in events
)
"""The candidate has been invited and is not done."""

DONE: Final[_Statuses] = frozenset({_Status.NEW_RESPONSE, _Status.HAS_REVIEWED, _Status.HIRED})
"""The candidate has finished, or a user has said so."""

BEGINS_FROM: Final[frozenset[CandidateInterviewStatus | None]] = frozenset(
    status for status, events in TRANSITIONS.items() if events.get(StatusEvent.ANSWER, {status}) != {status}
)
"""The statuses that a first answer changes."""
