"""What a world leaves behind, in a form that can be judged: records, events, messages, logs."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

from gather.table.conversion import from_attributes
from gather.table.keys import Key
from simulation.run import Lives
from simulation.table.memory import TableChange
from simulation.table.values import Attributes
from simulation.world import World

Item = Mapping[str, Any]
_ARCHIVE: Final = b"PK\x03\x04"
"""How a ZIP archive begins."""


class Evidence:
    """The records of the table by their entities, and everything that ever was in the outbox."""

    def __init__(self, world: World, lives: Lives) -> None:
        self.world = world
        self.lives = lives
        self._by_key = {key: _decoded(item) for key, item in world.items().items()}
        self.items = [*self._by_key.values()]
        self._by_entity: dict[str, list[Item]] = defaultdict(list)
        for item in self.items:
            self._by_entity[item.get("entity", "")].append(item)

    @property
    def erased(self) -> set[str]:
        """The ids of the candidates whose erasure was asked for."""
        return {item["candidateId"] for item in self.records("ERASURE")}

    def at(self, key: Key) -> Item:
        """The item under a key; without members where there is none."""
        return self._by_key.get((key.pk, key.sk), {})

    def records(self, entity: str) -> list[Item]:
        """The items of an entity, such as `CANDIDATE`."""
        return self._by_entity[entity]

    def events(self) -> Iterator[Item]:
        """Every event that was ever sent, as it stood in the outbox."""
        return (item for item in map(_inserted, self.world.changes) if item.get("entity") == "EVENT")

    def stored(self) -> Iterator[Item]:
        """Every item as it was first stored, also of what was removed since."""
        return (_decoded(change.after) for change in self.world.changes if change.before is None)

    def texts(self) -> Iterator[tuple[str, str]]:
        """All texts that the service keeps, each with where it is kept."""
        for item in self.items:
            yield f"the item {item['pk']} {item['sk']}", json.dumps(item, default=str, ensure_ascii=False)
        for key, (content, _) in self.world.engines.media.stored.items():
            for text in _texts_of(content):
                yield f"the file {key}", f"{key} {text}"
        for job_id, written in self.world.engines.transcription.transcripts():
            yield f"the transcription {job_id}", written
        for name, document in self.world.engines.ledger.documents.items():
            yield f"the ledger's {name}", document.decode(errors="replace")
        for queue in self.world.queues.values():
            for body in queue.bodies():
                yield f"the queue {queue.name}", json.dumps(body, ensure_ascii=False)


def _texts_of(content: bytes) -> Iterator[str]:
    """What can be read in a file: its own words, and those of what is packed in it."""
    if not content.startswith(_ARCHIVE):
        yield content.decode(errors="replace")
        return
    with ZipFile(BytesIO(content)) as archive:
        for name in archive.namelist():
            yield f"{name} {archive.read(name).decode(errors='replace')}"


def _decoded(attributes: Attributes | None) -> Item:
    return {} if attributes is None else from_attributes(attributes)  # type: ignore[arg-type]  # its values are read alone


def _inserted(change: TableChange) -> Item:
    return _decoded(change.after) if change.before is None and change.key[1] == "OUTBOX" else {}
