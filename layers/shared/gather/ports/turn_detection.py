"""Tells whether a candidate who is silent for a moment has finished."""

from typing import Protocol


class TurnDetection(Protocol):
    """Judges sound while the candidate speaks, for the page of an AI interview.

    The page sends the last seconds of sound itself, because a judgement has to be there within a pause.
    """

    def address(self) -> str | None:
        """The path on the service's own origin that judges sound, or None. Makes no call.

        None means that the page decides by loudness and silence.
        """
        ...
