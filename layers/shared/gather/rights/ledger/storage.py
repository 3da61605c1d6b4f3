"""The ledger: what has to hold although the table is set back to an earlier state.

A table that is restored from a backup may have candidates again who were erased since, and not know who wants
no more messages. Each such statement is therefore also a document in a store that nobody can change, with the
item as it stands in the table. No document names a person: an erasure has ids, the others the mark of an
address. The secret under which addresses are marked is kept too, because no mark is known without it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gather.messaging.channels.opt_out_storage import OPT_OUT
from gather.messaging.channels.suppression_storage import SUPPRESSION
from gather.rights.erasure.storage import ERASURE_LEDGER
from gather.table.conversion import Item
from gather.table.deployment_secret import DEPLOYMENT_SECRET
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import WRITE_MARK


@dataclass(frozen=True, slots=True)
class LedgerKind:
    """Items of one sort that the ledger keeps, in a folder of its own.

    `name` gives the name of an item's document below the folder.
    """

    items: ItemKind[...]
    folder: str
    name: Callable[[Item], str]

    def document_name(self, item: Item) -> str:
        """The name of the document of an item."""
        return f"{self.folder}{self.name(item)}"


def _identifier(item: Item) -> str:
    return Key.of(item).pk.partition("#")[2]


def _statement(said: str) -> Callable[[Item], str]:
    """Names what may be taken back, by its time. Of two of one millisecond each has a document."""
    return lambda item: f"{_identifier(item)}/{item['at']}/{item[said]}"


SECRETS: Final = LedgerKind(DEPLOYMENT_SECRET, "secrets/", lambda item: f"opt-outs-{_identifier(item)}")
OPT_OUTS: Final = LedgerKind(OPT_OUT, "opt-outs/", _statement("wish"))
SUPPRESSIONS: Final = LedgerKind(SUPPRESSION, "suppressions/", _statement("reason"))
ERASURES: Final = LedgerKind(
    ERASURE_LEDGER, "erasures/", lambda item: f"{item['organizationId']}/{item['erasureId']}"
)

KINDS: Final = (SECRETS, OPT_OUTS, SUPPRESSIONS, ERASURES)
"""Everything that is kept, in the order in which it is carried out again."""


def kind_of(item: Item) -> LedgerKind | None:
    """The sort of an item; None for one that the ledger does not keep."""
    return next((kind for kind in KINDS if kind.items.includes(item)), None)


def document_of(item: Item) -> bytes:
    """An item as the ledger keeps it."""
    kept = {name: value for name, value in item.items() if name != WRITE_MARK}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True).encode()


def item_in(document: bytes) -> Item:
    """The item that a document of the ledger keeps. Raises ValueError for anything else."""
    item = json.loads(document)
    if not isinstance(item, dict) or kind_of(item) is None:
        raise ValueError("the document is none of the ledger")
    return item
