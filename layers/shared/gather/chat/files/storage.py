"""The files that were announced in a chat: parts of its partition until a day later."""

from datetime import datetime, timedelta

from gather.chat.chats.storage import CHAT
from gather.chat.files.models import AnnouncedFile
from gather.core.clock import epoch_seconds
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork

KEPT = timedelta(days=1)


def chat_file_key(team_id: str, chat_id: str, file_id: str) -> keys.Key:
    """A file that was announced in a chat."""
    return CHAT.part(team_id, chat_id, "FILE", file_id)


CHAT_FILE = ItemKind("CHAT_FILE", chat_file_key)


def save(unit: UnitOfWork, team_id: str, chat_id: str, file: AnnouncedFile, now: datetime) -> None:
    """Store an announcement, as part of the `unit` that counts it."""
    place = CHAT_FILE.at(team_id, chat_id, file.id)
    unit.write(place.new(**file.model_dump(by_alias=True), expiresAtEpoch=epoch_seconds(now + KEPT)))


def get(table: Table, team_id: str, chat_id: str, file_id: str) -> AnnouncedFile:
    """A file that was announced. One round trip. Raises NotFound."""
    item = table.get(CHAT_FILE.key(team_id, chat_id, file_id)) if is_id(file_id) else None
    if item is None:
        raise NotFound("file", file_id, "fileId")
    return AnnouncedFile.model_validate(item)
