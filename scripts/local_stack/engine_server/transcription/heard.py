"""What was heard in a recording."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word with the marks behind it, its times in seconds, and how sure the model is of it, from 0 to 1."""

    text: str
    start: float
    end: float
    probability: float


@dataclass(slots=True)
class Heard:
    """The words of a recording so far. `language` is an ISO 639-1 code, empty until somebody speaks."""

    language: str = ""
    seconds: float = 0.0
    segments: list[list[HeardWord]] = field(default_factory=list)
    """The words in the segments in which they were recognized; none is empty."""

    @property
    def words(self) -> list[HeardWord]:
        """All words in their order."""
        return [word for segment in self.segments for word in segment]

    @property
    def text(self) -> str:
        """What was said."""
        return " ".join(word.text for word in self.words)
