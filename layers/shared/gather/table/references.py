"""Records that a request's body names: read together and checked before anything is written."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kind import Kind
from gather.table.store import Table


@dataclasses.dataclass(frozen=True, slots=True)
class Reference:
    """A record that `field` of a body names.

    `resource` is what a person calls it; `archived_too` says that an archived record will do; `having` is
    what its attributes have to hold, by their stored names.
    """

    resource: str
    id: str
    field: str
    key: keys.Key
    archived_too: bool = False
    having: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    @classmethod
    def to(
        cls, kind: Kind[Any], team_id: str, record_id: str, field: str, *, archived_too: bool = False
    ) -> "Reference":
        """A reference to a record of a team."""
        return cls(kind.resource, record_id, field, kind.key(team_id, record_id), archived_too)

    def is_met_by(self, item: Item | None) -> bool:
        """Whether `item` is the record that the body may name."""
        if item is None or not (self.archived_too or item.get("archivedAt") is None):
            return False
        return all(item.get(name) == value for name, value in self.having.items())


def read_references(
    table: Table, references: Sequence[Reference], also: Iterable[keys.Key] = ()
) -> dict[keys.Key, Item]:
    """The items of `references`, and those of `also` that exist. One round trip for each hundred.

    Raises NotFound for the first reference whose record is absent, is archived where that matters, or is
    not what it has to be (interface: Errors, rule 5).
    """
    wanted = [reference.key for reference in references if is_id(reference.id)]
    found = table.get_many([*wanted, *also])
    for reference in references:
        if not is_id(reference.id) or not reference.is_met_by(found.get(reference.key)):
            raise NotFound(reference.resource, reference.id, reference.field)
    return found
