"""Opt-outs in the table: an item for each address that has said something, under its mark.

`at` is when it was said. Words that arrive late, or again, change nothing.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from gather.core.clock import epoch_seconds, timestamp
from gather.messaging.channels.opt_out import Preference
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.conditions import absent, at_most
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind, Place
from gather.table.keys import Key, pointer
from gather.table.store import ConditionFailed, Table

START_KEPT: Final = timedelta(days=30)
"""How long a START is kept, so that an earlier STOP that arrives later does not count."""


def opt_out_key(mark: str) -> Key:
    """The preference of an address, by its mark in hexadecimal digits."""
    return pointer("OPTOUT", mark)


OPT_OUT = ItemKind("OPT_OUT", opt_out_key)


def opt_out_keys(marks: Mapping[DeliveryType, bytes]) -> list[Key]:
    """The keys of the preferences of addresses."""
    return [_place(mark).key for mark in marks.values()]


def select_opted_out(
    found: Mapping[Key, Item], marks: Mapping[DeliveryType, bytes]
) -> frozenset[DeliveryType]:
    """Tell by what was read under `opt_out_keys` which channels have opted out."""
    return frozenset(channel for channel, mark in marks.items() if _is_out(found.get(_place(mark).key)))


def is_opted_out(table: Table, mark: bytes) -> bool:
    """Whether an address has opted out. One round trip."""
    return _is_out(table.get(_place(mark).key))


def save(table: Table, mark: bytes, preference: Preference, said_at: datetime) -> None:
    """Save the preference of an address, unless it has stated a later one. One round trip.

    A STOP is kept, a START for `START_KEPT`.
    """
    moment = timestamp(said_at)
    kept = {} if preference is Preference.STOP else {"expiresAtEpoch": epoch_seconds(said_at + START_KEPT)}
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
