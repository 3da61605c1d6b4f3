"""What a hostile team does, and how much of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Activity(StrEnum):
    """What it does in a loop, or all at once."""

    WEBHOOKS = "hanging webhooks"
    """Bulk updates of interviews, each of which is told to hosts that never answer."""
    BULK_UPDATES = "bulk updates"
    """The same without anybody who is told."""
    IMPORTS = "CSV imports"
    """Files with candidates, each of whom is invited by e-mail."""
    EVALUATIONS = "long evaluations"
    """Screenings with long answers, completed at once."""
    TEXTS = "text messages"
    """Invites by text message, all at once."""
    CHAT = "chat flood"
    """Visitors from many networks, who begin a conversation as soon as they can."""


@dataclass(frozen=True, slots=True)
class Demands:
    """How much a hostile team asks for.

    `configurations` of webhooks name ten hosts each. `rounds` is how often a loop is gone through at most.
    """

    configurations: int
    interviews: int
    imports_at_once: int
    rows: int
    evaluations: int
    questions: int
    texts: int
    visitors: int
    rounds: int


FULL: Final = Demands(
    configurations=50,
    interviews=100,
    imports_at_once=5,
    rows=2_000,
    evaluations=20,
    questions=10,
    texts=500,
    visitors=40,
    rounds=1_000_000,
)
"""500 hanging addresses, bulk updates and imports without an end, 20 long evaluations, 500 text messages, and
a chat flood."""

SHORT: Final = Demands(
    configurations=20,
    interviews=25,
    imports_at_once=2,
    rows=100,
    evaluations=20,
    questions=2,
    texts=50,
    visitors=10,
    rounds=2,
)
"""The same kinds, as much as a test has time for: 10,000 deliveries to 200 hosts that hang."""
