"""What becomes of an e-mail after it was accepted, and how it is known again.

Interface: Opt-outs, rules 6 and 8.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Final


class EmailFate(StrEnum):
    """What a mail system or a reader made of an e-mail."""

    BOUNCED_FOR_NOW = "temporary_bounce"
    """It was not delivered, and a later one may be: a full mailbox, for example."""
    BOUNCED = "bounce"
    """The address takes no mail for good."""
    COMPLAINED = "complaint"
    """The reader calls it unwanted."""


SUPPRESSES: Final = frozenset({EmailFate.BOUNCED, EmailFate.COMPLAINED})
"""What ends the e-mail of an organization to the address."""
RANKS: Final[Mapping[EmailFate, int]] = {fate: rank for rank, fate in enumerate(EmailFate, start=1)}
"""Of several events of one message the last of these counts, in whatever order they arrive."""


@dataclass(frozen=True, slots=True)
class MessageTags:
    """What an e-mail to a candidate carries, so that an event about it can be told from others: ids, and the
    mark of its address, of which nobody can tell whose it is."""

    team: str
    candidate: str
    task: str
    mark: str

    def values(self) -> Mapping[str, str]:
        """The tags by their names."""
        return asdict(self)


MESSAGE_TAGS: Final = tuple(each.name for each in fields(MessageTags))
