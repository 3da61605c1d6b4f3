"""E-mail addresses to which an organization sends nothing more, because mail to them bounced or was called
unwanted (interface: Opt-outs, rule 8). An item for each, under the mark of the address.

    suppress(table, mark, EmailFate.BOUNCED, moment)
    find_reason(table, mark)  # EmailFate.BOUNCED

`at` is when the mail system said so, or when the operator lifted it. What arrives late, or again, changes
nothing. No item names an address, so a suppression outlives an erasure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gather.core.clock import epoch_seconds, timestamp
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.channels.opt_out_storage import opt_out_keys, select_opted_out
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.conditions import absent, at_most
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key, pointer
from gather.table.store import ConditionFailed, Table

LIFTED: Final = "lifted"
LIFTED_KEPT: Final = timedelta(days=30)
"""How long it is known that a suppression was lifted, so that an event of before does not count."""


def suppression_key(mark: str) -> Key:
    """Whether an address is suppressed, by its mark in hexadecimal digits."""
    return pointer("SUPPRESSION", mark)


SUPPRESSION = ItemKind("SUPPRESSION", suppression_key)


def suppress(table: Table, mark: str, reason: EmailFate, moment: datetime) -> None:
    """Suppress an address, unless something is known of it that is later. One round trip."""
    _note(table, mark, timestamp(moment), reason=reason.value)


def lift(table: Table, mark: str, now: datetime) -> None:
    """Let e-mail go to an address again. One round trip."""
    _note(table, mark, timestamp(now), reason=LIFTED, expiresAtEpoch=epoch_seconds(now + LIFTED_KEPT))


def _note(table: Table, mark: str, moment: str, **attributes: object) -> None:
    try:
        table.write(SUPPRESSION.at(mark).replace(absent() | at_most("at", moment), at=moment, **attributes))
    except ConditionFailed:
        return


def find_reason(table: Table, mark: str) -> EmailFate | None:
    """Why an address is suppressed; None where it is not. One round trip."""
    return select_reason(table.get_many([SUPPRESSION.key(mark)]), mark)


def select_reason(found: Mapping[Key, Item], mark: str) -> EmailFate | None:
    """As `find_reason`, from what was read."""
    item = found.get(SUPPRESSION.key(mark))
    return None if item is None or item["reason"] == LIFTED else EmailFate(item["reason"])


@dataclass(frozen=True, slots=True)
class MessageBlocks:
    """The reasons to hold messages back: channels that were left, and the fate that suppresses e-mail."""

    opted_out: frozenset[DeliveryType]
    suppressed: EmailFate | None


def find_message_blocks(table: Table, marks: Mapping[DeliveryType, bytes]) -> MessageBlocks:
    """The reasons to hold back messages to these marks. One round trip, none without an address."""
    if not marks:
        return MessageBlocks(frozenset(), None)
    email = marks[DeliveryType.EMAIL].hex() if DeliveryType.EMAIL in marks else None
    suppressed_at = [] if email is None else [SUPPRESSION.key(email)]
    found = table.get_many([*opt_out_keys(marks), *suppressed_at])
    suppressed = None if email is None else select_reason(found, email)
    return MessageBlocks(select_opted_out(found, marks), suppressed)
