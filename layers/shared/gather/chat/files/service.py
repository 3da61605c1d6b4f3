"""Files that visitors send: announced, uploaded to the media store, and sent as a message of their own.

    file, upload = service.announce(adapters, opened, "application/pdf", 52_000, client, now=now)
    exchange = service.send(adapters, opened, file.id, "cv.pdf", client, now=now)

    announced ──▶ uploaded by the browser ──▶ checked, copied, and stored as a message ──▶ reply

What a browser uploads lies where the bucket removes it after a day. Only what was checked is copied to where
the chat keeps its files, and nothing that a visitor holds can change it there.
"""

from datetime import datetime

from gather.chat.chats import limits
from gather.chat.chats.models import ChatRecord, ChatStatus, ConversationMessage
from gather.chat.chats.reply import Reply, reply_to_file, thanks_for_file
from gather.chat.chats.session import ChatSession
from gather.chat.chats.storage import CHAT
from gather.chat.chats.turns import (
    StoredExchange,
    WrittenMessage,
    exchange,
    raise_ended,
    release_when_failed,
)
from gather.chat.files import storage as file_storage
from gather.chat.files.models import (
    FILE,
    AnnouncedFile,
    SentFile,
    detect_type,
    file_key,
    new_file,
    upload_key,
)
from gather.chat.files.text import text_of
from gather.core.document_type import DocumentType, shown_name
from gather.core.errors import Conflict, ValidationFailed
from gather.core.pdf_check import require_unlocked
from gather.ports.media import Media, PresignedUpload
from gather.table.item_kind import Place
from gather.table.unit_of_work import UnitOfWork
from gather.table.visitor_usage import Visitor
from gather.wiring import Adapters

UPLOAD_SECONDS = 15 * 60


def announce(
    adapters: Adapters,
    session: ChatSession,
    content_type: str,
    size: int,
    client: Visitor | None,
    *,
    now: datetime,
) -> tuple[AnnouncedFile, PresignedUpload]:
    """Give a file of `size` bytes a place, and the address to PUT it to. Four round trips.

    Raises Gone once the chat has ended, Conflict where the chatbot takes no files or the chat has had as many
    as may be, and RateLimitExceeded.
    """
    _check_taken(session)
    limits.count(session.records.table, session.chatbot.id, client, limits.Use.FILES, now)

    def add(unit: UnitOfWork) -> AnnouncedFile:
        before = unit.get(CHAT, session.team_id, session.chat.id)
        if before.record.status is not ChatStatus.ACTIVE:
            raise_ended()
        count = before.record.file_count
        file = new_file(content_type, size, count, now)
        file_storage.save(unit, session.team_id, session.chat.id, file, now)
        unit.replace(before, before.record.changed(file_count=count + 1))
        return file

    file = session.records.run(add)
    key = upload_key(session.chat.id, file.id)
    media = adapters.engines.media()
    return file, media.presigned_upload(key, file.content_type, file.size, UPLOAD_SECONDS)


def send(
    adapters: Adapters,
    session: ChatSession,
    file_id: str,
    file_name: str,
    client: Visitor | None,
    *,
    now: datetime,
) -> StoredExchange:
    """Store a file as a message, and the reply to it; again it is the same one.

    Eight round trips, and three with the media store. Raises NotFound, ValidationFailed, EngineFailed, and
    what storing a message raises.
    """
    _check_taken(session)
    chat, media = session.chat, adapters.engines.media()
    announced = file_storage.get(session.records.table, session.team_id, chat.id, file_id)
    content = _get_upload(media, upload_key(chat.id, file_id), announced)
    kind = detect_type(content)
    require_unlocked(kind, content, "fileId")
    sent = SentFile(
        id=file_id,
        file_name=shown_name(file_name, kind, "file"),
        content_type=kind.value,
        size=len(content),
    )

    def save_content(_unit: UnitOfWork, _chat: ChatRecord, _message: ConversationMessage) -> None:
        media.put(file_key(chat.id, file_id), content, sent.content_type)

    def reply(turn: Place, _message: ConversationMessage) -> Reply:
        if not session.chatbot.use_resume_parsing or not isinstance(kind, DocumentType):
            return thanks_for_file(session.chatbot, sent.file_name)
        text = text_of(content, kind)
        return release_when_failed(
            session, turn, lambda: reply_to_file(adapters, session.chatbot, sent.file_name, text), now=now
        )

    # The file is its message: its id is the one by which a repeated message is known.
    written = WrittenMessage(sent.file_name, file_id, {FILE: sent.model_dump(by_alias=True)})
    return exchange(adapters.clock, session, written, client, reply, save_content, now=now)


def _check_taken(session: ChatSession) -> None:
    if not session.chatbot.media_enabled:
        raise Conflict("This chat takes no files.")


def _get_upload(media: Media, key: str, announced: AnnouncedFile) -> bytes:
    """The content that was uploaded. Raises ValidationFailed while nothing was.

    The store refuses an upload of another length than was signed. The check does not rely on it.
    """
    stored = media.describe(key)
    if stored is None:
        raise ValidationFailed.of("fileId", "names a file that was not uploaded yet")
    if stored.size > announced.size:
        raise ValidationFailed.of("fileId", "names a file that is larger than was announced")
    return media.get(key)
