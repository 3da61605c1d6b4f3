"""The chats of a team's chatbots, and what visitors left for the team in them, as the team reads them.

page = service.list_chats(records, team, chatbot_id, offset=0, size=50, after=None)
messages = service.list_messages(records, team, page.records[0].id, engines.media, after=0, limit=50)
"""

from collections.abc import Callable
from typing import Final, TypeVar

from gather.chat.chatbots.storage import CHATBOT
from gather.chat.chats import storage as chat_storage
from gather.chat.chats.models import ChatRecord, ConversationMessage
from gather.chat.chats.storage import CHAT, MessagePage, chats_partition
from gather.chat.files.models import FILE, file_key, file_of
from gather.chat.left_messages.models import LeftMessage
from gather.chat.left_messages.storage import LEFT_MESSAGE, left_messages_partition
from gather.core.caller import TeamScope
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.core.record import Identified
from gather.ports.media import Media
from gather.screening.recordings.media_keys import presentation_of
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records

R = TypeVar("R", bound=Identified)

DOWNLOAD_SECONDS: Final = 60 * 60
"""For how long the address of a file is good."""


def list_chats(
    records: Records, team: TeamScope, chatbot_id: str, offset: int, size: int, after: str | None
) -> RecordPage[ChatRecord]:
    """A page of the chats with a chatbot, archived or not, newest first. Two round trips, three for none.

    Raises NotFound for a chatbot that is not there.
    """
    return _list(records, team, chatbot_id, CHAT, chats_partition, offset, size, after)


def list_left_messages(
    records: Records, team: TeamScope, chatbot_id: str, offset: int, size: int, after: str | None
) -> RecordPage[LeftMessage]:
    """A page of the messages that visitors of a chatbot left, newest first. Round trips as `list_chats`.

    Raises NotFound for a chatbot that is not there.
    """
    return _list(records, team, chatbot_id, LEFT_MESSAGE, left_messages_partition, offset, size, after)


def _list(
    records: Records,
    team: TeamScope,
    chatbot_id: str,
    kind: Kind[R],
    partition_of: Callable[[str, str], str],
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[R]:
    if not is_id(chatbot_id):
        raise NotFound(CHATBOT.resource, chatbot_id)
    partition = partition_of(team.team_id, chatbot_id)
    page = records.page(kind, partition, Selection.ALL, offset=offset, size=size, after=after)
    if not page.total and not page.records:
        # Only a chatbot can have any, so whether it exists is asked where it has none.
        records.get(CHATBOT, team.team_id, chatbot_id)
    return page


def list_messages(
    records: Records, team: TeamScope, chat_id: str, media: Callable[[], Media], *, after: int, limit: int
) -> MessagePage:
    """The messages of a chat whose `sequence_order` is greater than `after`, with addresses of their files.

    One round trip, two for none. Raises NotFound.
    """
    if not is_id(chat_id):
        raise NotFound(CHAT.resource, chat_id)
    page = chat_storage.list_messages(records.table, team.team_id, chat_id, after=after, limit=limit)
    if not page.messages:
        # A message tells that there is a chat; without one it has to be asked.
        records.get(CHAT, team.team_id, chat_id)
    return MessagePage([_with_address(message, media) for message in page.messages], page.more)


def _with_address(message: ConversationMessage, media: Callable[[], Media]) -> ConversationMessage:
    """The message, with an address that leads to its file, if it has one. No round trip."""
    file = file_of(message)
    if file is None:
        return message
    key = file_key(message.conversation_id, file.id)
    url = media().presigned_download(key, presentation_of(file.content_type), DOWNLOAD_SECONDS)
    described = {**file.model_dump(by_alias=True), "url": url}
    return message.changed(metadata={**message.metadata, FILE: described})
