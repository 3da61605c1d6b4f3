"""Files that visitors send in a chat (interface: Conversations, rules 8 to 11)."""

from datetime import datetime
from typing import Any, Final

from gather.chat.chats.models import ConversationMessage
from gather.core.clock import timestamp
from gather.core.document_fault import DocumentFault, NotTaken
from gather.core.document_type import DocumentType, FileType, PictureType, checked_document
from gather.core.errors import Conflict, ValidationFailed
from gather.core.identifiers import new_id
from gather.core.model import Model
from gather.core.picture import checked_picture

LARGEST_FILE_BYTES: Final = 10 * 1024 * 1024
MOST_FILES: Final = 20
"""Files that may be announced in one chat."""
FILE_TYPES: Final = tuple(each.value for each in (*DocumentType, *PictureType))
FILE: Final = "file"
"""The member of a message's metadata that describes its file."""


class AnnouncedFile(Model):
    """A file that a visitor is about to upload; `size` in bytes."""

    id: str
    content_type: str
    size: int
    announced_at: str


class SentFile(Model):
    """A file as the metadata of its message describes it."""

    id: str
    file_name: str
    content_type: str
    size: int


def new_file(content_type: str, size: int, count: int, now: datetime) -> AnnouncedFile:
    """The announcement of a file in a chat that had `count` before. Raises Conflict for too many."""
    if count >= MOST_FILES:
        raise Conflict(f"A conversation has at most {MOST_FILES} files.")
    return AnnouncedFile(id=new_id(), content_type=content_type, size=size, announced_at=timestamp(now))


def detect_type(content: bytes) -> FileType:
    """The type of an uploaded file. Raises ValidationFailed for a file that is not taken."""
    try:
        return checked_picture(content) or checked_document(content)
    except NotTaken as refused:
        raise ValidationFailed.of("fileId", _reason(refused.fault)) from refused


def _reason(fault: DocumentFault) -> str:
    """The reason as the client reads it. The announced type binds nobody: the content decides."""
    is_other = fault is DocumentFault.OTHER_KIND
    return "names a file that is no document or picture that is taken" if is_other else fault.reason


def file_of(message: ConversationMessage) -> SentFile | None:
    """The file that was sent with a message; None for most."""
    described: dict[str, Any] | None = message.metadata.get(FILE)
    return SentFile.model_validate(described) if described else None


def upload_key(chat_id: str, file_id: str) -> str:
    """The key in the media store of a file that is announced; what lies there is removed after a day."""
    return f"{upload_folder(chat_id)}{file_id}"


def upload_folder(chat_id: str) -> str:
    """The prefix of the keys of a chat's announced files."""
    return f"chat-uploads/{chat_id}/"


def file_key(chat_id: str, file_id: str) -> str:
    """The key in the media store of a file that was sent."""
    return f"{file_folder(chat_id)}{file_id}"


def file_folder(chat_id: str) -> str:
    """The prefix of the keys of a chat's files."""
    return f"chats/{chat_id}/"
