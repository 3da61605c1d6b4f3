"""The fate of an e-mail after it was accepted, and the tags by which it is known again.

Interface: Opt-outs, rules 6 and 8.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Final


class EmailFate(StrEnum):
    """The answer of a mail system or of a reader to an e-mail."""

    BOUNCED_FOR_NOW = "temporary_bounce"
    """It was not delivered, and a later one may be: a full mailbox, for example."""
    BOUNCED = "bounce"
    """The address takes no mail for good."""
    COMPLAINED = "complaint"
    """The reader calls it unwanted."""


SUPPRESSES: Final = frozenset({EmailFate.BOUNCED, EmailFate.COMPLAINED})
"""The fates that end the e-mail of an organization to the address."""
RANKS: Final[Mapping[EmailFate, int]] = {fate: rank for rank, fate in enumerate(EmailFate, start=1)}
"""Of several events of one message the last of these counts, in whatever order they arrive."""


@dataclass(frozen=True, slots=True)
class MessageTags:
    """The tags of an e-mail to a candidate, by which an event about it can be told from others: ids, and the
    mark of its address, of which nobody can tell whose it is."""

    team: str
    candidate: str
    task: str
    mark: str

    def values(self) -> Mapping[str, str]:
        """The tags by their names."""
        return asdict(self)


MESSAGE_TAGS: Final = tuple(each.name for each in fields(MessageTags))
