"""Items that are no records: what stands beside a record, points to one, or counts.

An area declares them next to its kinds, and they write themselves:

    INVITE = ItemKind("INVITE", invite_key)

    unit.write(INVITE.at(token).new(teamId=team_id, candidateInterviewId=record.id))
    table.get(INVITE.key(token))
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, ParamSpec

from gather.table import store
from gather.table.changes import Update
from gather.table.conditions import Condition, absent
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.store import Write

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an item of a kind, and the writes that create, change and remove the item there."""

    entity: str | None
    key: Key

    def item(self, **attributes: object) -> Item:
        """The item with these attributes."""
        item: Item = {"pk": self.key.pk, "sk": self.key.sk}
        if self.entity is not None:
            item["entity"] = self.entity
        item.update(attributes)
        return item

    def new(self, **attributes: object) -> Write:
        """The write of an item that must not be there yet."""
        return store.put(self.item(**attributes), absent())

    def put(self, **attributes: object) -> Write:
        """The write of an item, whatever is there."""
        return store.put(self.item(**attributes))

    def replace(self, condition: Condition, /, **attributes: object) -> Write:
        """The write of an item in place of what `condition` holds for."""
        return store.put(self.item(**attributes), condition)

    def update(self, change: Update) -> Write:
        """The write that changes some attributes."""
        return store.update(self.key, change)

    def named(self, **attributes: object) -> Item:
        """Returns the attributes with the entity, for an update that may create the item."""
        return {"entity": self.entity, **attributes}

    def delete(self, condition: Condition | None = None) -> Write:
        """The write that removes the item when `condition` holds."""
        return store.delete(self.key, condition)


@dataclass(frozen=True, slots=True)
class ItemKind(Generic[P]):
    """Items of one sort. `entity` is what they say they are, None for mere counters, which say nothing;
    `key` gives the key of one, by what tells it from the others."""

    entity: str | None
    key: Callable[P, Key]

    def at(self, *args: P.args, **kwargs: P.kwargs) -> Place:
        """The place of one item, by what tells it from the others."""
        return Place(self.entity, self.key(*args, **kwargs))

    def includes(self, item: Mapping[str, object]) -> bool:
        """Whether an item is of this sort; for partitions that hold several."""
        return item.get("entity") == self.entity
