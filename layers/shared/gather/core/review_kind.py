"""The reasons for which something waits for somebody (interface: Review queue, rule 1)."""

from enum import StrEnum


class ReviewKind(StrEnum):
    """The reasons for which a record waits, in the order of the review queue."""

    REQUEST = "request"
    """A candidate asked for something."""
    GATE = "gate"
    """A step of a workflow waits for a score or a person."""
    DECISION = "decision"
    """A candidate's results wait for a first decision."""
    MEETING = "meeting"
    """A candidate declined a meeting, or asked for another time."""
    APPROVAL = "approval"
    """A job waits for its approval."""
    INVITE = "invite"
    """A candidate has not begun, and the invite expires soon."""
