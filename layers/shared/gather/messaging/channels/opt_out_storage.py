"""Opt-outs in the table: an item for each address that has said something, under its mark.

`at` is when it was said. Words that arrive late, or again, change nothing.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from gather.core.clock import epoch_seconds, timestamp
from gather.messaging.channels.opt_out import Marks, Preference, marks_of
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.models import Candidate
from gather.table.conditions import absent, at_most
from gather.table.conversion import Item
from gather.table.deployment_secret import find_secret
from gather.table.item_kind import ItemKind, Place
from gather.table.keys import Key, pointer
from gather.table.store import ConditionFailed, Table

START_KEPT: Final = timedelta(days=30)
"""How long a START is kept, so that an earlier STOP that arrives later does not count."""


def opt_out_key(mark: str) -> Key:
    """The preference of an address, by its mark in hexadecimal digits."""
    return pointer("OPTOUT", mark)


OPT_OUT = ItemKind("OPT_OUT", opt_out_key)


def list_opted_out_by_marks(table: Table, marks: Mapping[DeliveryType, Marks]) -> frozenset[DeliveryType]:
    """The channels whose addresses have opted out. One round trip, none without an address."""
    return select_opted_out(table.get_many(opt_out_keys(marks)), marks) if marks else frozenset()


def opt_out_keys(marks: Mapping[DeliveryType, Marks]) -> list[Key]:
    """The keys of the preferences of addresses."""
    return [_place(mark).key for each in marks.values() for mark in each]


def select_opted_out(
    found: Mapping[Key, Item], marks: Mapping[DeliveryType, Marks]
) -> frozenset[DeliveryType]:
    """As `opted_out`, from what was read. Of what an address has said under its marks the latest counts."""
    return frozenset(channel for channel, each in marks.items() if _is_out(_latest(found, each)))


def _latest(found: Mapping[Key, Item], marks: Marks) -> Item | None:
    said = [item for mark in marks if (item := found.get(_place(mark).key)) is not None]
    return max(said, key=lambda item: str(item["at"]), default=None)


def list_opted_out_channels(table: Table, candidate: Candidate) -> frozenset[DeliveryType]:
    """The channels by which a candidate wants no messages. Two round trips."""
    secret = find_secret(table)
    return frozenset() if secret is None else list_opted_out_by_marks(table, marks_of(secret, candidate))


def is_opted_out(table: Table, marks: Marks) -> bool:
    """Whether an address has opted out under any of its marks. One round trip."""
    return _is_out(_latest(table.get_many([_place(mark).key for mark in marks]), marks))


def save(
    table: Table, mark: bytes, preference: Preference, said_at: datetime, *, is_kept: bool = False
) -> None:
    """Save the preference of an address, unless it has stated a later one. One round trip.

    A STOP is kept, and a START only where a STOP may stand under a former mark of the address (`is_kept`).
    """
    moment = timestamp(said_at)
    ends = preference is Preference.START and not is_kept
    kept = {"expiresAtEpoch": epoch_seconds(said_at + START_KEPT)} if ends else {}
    try:
        table.write(
            _place(mark).replace(absent() | at_most("at", moment), wish=preference.value, at=moment, **kept)
        )
    except ConditionFailed:
        return


def _place(mark: bytes) -> Place:
    return OPT_OUT.at(mark.hex())


def _is_out(item: Item | None) -> bool:
    return item is not None and item["wish"] == Preference.STOP
