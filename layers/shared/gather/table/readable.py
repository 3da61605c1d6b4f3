"""Reads stored items as records, and tells those that this release cannot read.

After a rollback, or while a release is under way, the table may have a record that a newer release has
written and the model at hand refuses. Nobody can work with it now, and it must not stand in the way of the
others (docs/decisions/table.md). It is logged by its id and entity
alone, and counted with the work of another release, whose alarm has the same remedy.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from pydantic import ValidationError

from gather.core.model import Model
from gather.core.observability import count, logger
from gather.table.conversion import Item

M = TypeVar("M", bound=Model)


class UnreadableRecord(ValueError):
    """This release cannot read a stored record. The message has nothing of its content."""

    def __init__(self) -> None:
        super().__init__("This release cannot read the record.")


def read(model: type[M], item: Item) -> M:
    """An item as a record. Raises UnreadableRecord, which is logged and counted by then."""
    try:
        return model.model_validate(item)
    except ValidationError:
        fields = {"recordId": item.get("id"), "entity": item.get("entity") or model.__name__}
        logger.error("a record cannot be read", extra=fields)
        count("UnknownWork")
    raise UnreadableRecord


def readable(model: type[M], items: Iterable[Item]) -> Iterator[M]:
    """Yields the records among the items, in their order, and passes over those that cannot be read."""
    for item in items:
        with suppress(UnreadableRecord):
            yield read(model, item)


def page_of_readable(model: type[M], items: Sequence[Item]) -> list[M]:
    """Does the same for few items at once, as fast as without checks where all can be read."""
    try:
        return [model.model_validate(item) for item in items]
    except ValidationError:
        return [*readable(model, items)]
