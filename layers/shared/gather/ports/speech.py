"""The engine that reads texts aloud."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Narrator:
    """A voice of the speech engine (interface: Audio questions, rule 7). `id` is a UUID that never changes
    for a voice; `language` is a BCP 47 code, `gender` `female` or `male`."""

    id: str
    """The voice's id, a UUID that never changes."""
    name: str
    """The voice's name."""
    language: str
    """The language that the voice speaks, a BCP 47 code."""
    gender: str
    """`female` or `male`."""
    description: str
    """How the voice sounds."""


@dataclass(frozen=True, slots=True)
class SpokenAudio:
    """Speech as one playable file."""

    content: bytes
    content_type: str


class Speech(Protocol):
    """Turns a script into speech."""

    def narrators(self) -> Sequence[Narrator]:
        """The voices, in the order in which they are listed. Makes no call."""
        ...

    def narrator(self, narrator_id: str) -> Narrator | None:
        """The voice with this id, or None. Makes no call."""
        ...

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        """`text`, of any length, spoken by the narrator.

        Raises EngineFailed, not retryable, for an unknown narrator and for a text without a word.
        """
        ...
