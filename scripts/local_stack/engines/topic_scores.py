"""What a scoring of one topic finds."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

SHARE_OF_SIGNS, SHARE_OF_LEVELS, SHARE_OF_TOPIC = 60, 25, 15
SIGNS: Final = "what the scorecard looks for"
IS_FOUND: Final = 0.5
"""How much of a sign is reached where it counts as found."""


class ScorePart(NamedTuple):
    """One part of a topic's score: its share, how much of it was reached (0 to 1), and what it is."""

    share: int
    reached: float
    name: str


class TopicFindings(NamedTuple):
    """A topic's parts, how much of each sign was reached, and the sentences that say the most, best first.

    `confidence` runs from 0 to 1.
    """

    parts: Sequence[ScorePart]
    signs: Mapping[str, float]
    best: Sequence[str]
    confidence: float

    @property
    def score(self) -> int:
        """The score, from 0 to 100."""
        return int(100 * sum(part.share * part.reached for part in self.parts) / self.total + 0.5)

    @property
    def total(self) -> int:
        """The sum of the shares."""
        return sum(part.share for part in self.parts)
