"""Conversations of chatbots with candidates, which are only read here.

Interface: Conversations, rules 1 to 11.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar

from pydantic import Field

from gather.chat.chatbots.storage import CHATBOT
from gather.chat.chats.models import LARGEST_SEQUENCE, Conversation, ConversationMessage
from gather.chat.chats.storage import CHAT, chats_of, read_messages
from gather.chat.files.models import FILE, file_key, file_of
from gather.chat.left_messages.models import LeftMessage
from gather.chat.left_messages.storage import LEFT_MESSAGE, left_messages_of
from gather.core.errors import NotFound
from gather.core.formats import QueryNumber
from gather.core.identifiers import is_id
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Identified
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.recordings.media_keys import presentation_of
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage

R = TypeVar("R", bound=Identified)

api = Api("conversations")
handler = api.handler

DOWNLOAD_SECONDS = 60 * 60

Cursor = Annotated[QueryNumber, Field(ge=0, le=LARGEST_SEQUENCE)]
"""The `sequenceOrder` of the last message read; messages are counted from 1."""


class ConversationListQuery(CursorQuery):
    """Query of the lists of what belongs to a chatbot."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50


class ConversationList(Model):
    """Data of GET /chatbots/{chatbotId}/conversations."""

    conversations: list[Conversation]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class LeftMessageList(Model):
    """Data of GET /chatbots/{chatbotId}/left-messages."""

    left_messages: list[LeftMessage]
    """What visitors left for the team."""
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class OneConversation(Model):
    """Data of GET /conversations/{conversationId}."""

    conversation: Conversation


class MessagesQuery(TeamQuery):
    """Query of GET /conversations/{conversationId}/messages."""

    cursor: Cursor = 0
    """The `sequenceOrder` of the last message read; 0 to begin."""
    limit: paging.PageSize = 50
    """How many messages the answer has."""


class MessageList(Model):
    """Data of GET /conversations/{conversationId}/messages: a null `nextCursor` ends the list."""

    items: list[ConversationMessage]
    """The messages, in their order."""
    next_cursor: int | None
    """What to send as `cursor` for the messages that follow; null at the end."""


@api.get("/chatbots/{chatbotId}/conversations", response=ConversationList)
def list_conversations(call: TeamCall[NoBody, ConversationListQuery]) -> Result:
    """List the conversations with a chatbot, newest first; those with an archived one too."""
    listed, pagination = _of_chatbot(call, CHAT, chats_of)
    conversations = ConversationList(conversations=listed.records, pagination=pagination.total_pages(listed))
    return Result(conversations, meta=pagination.meta(listed))


@api.get("/chatbots/{chatbotId}/left-messages", response=LeftMessageList)
def list_left_messages(call: TeamCall[NoBody, ConversationListQuery]) -> Result:
    """List what visitors of a chat left for the team, newest first."""
    listed, pagination = _of_chatbot(call, LEFT_MESSAGE, left_messages_of)
    left = LeftMessageList(left_messages=listed.records, pagination=pagination.total_pages(listed))
    return Result(left, meta=pagination.meta(listed))


def _of_chatbot(
    call: TeamCall[NoBody, ConversationListQuery], kind: Kind[R], partition_of: Callable[[str, str], str]
) -> tuple[RecordPage[R], paging.ListPart]:
    """A page of what belongs to a chatbot, archived or not. Raises NotFound for one that is not there."""
    team_id, chatbot_id, query = call.team.team_id, call.path["chatbotId"], call.query
    if not is_id(chatbot_id):
        raise NotFound(CHATBOT.resource, chatbot_id)
    part = paging.part(call, query.page, query.page_size)
    page = call.records.page(
        kind,
        partition_of(team_id, chatbot_id),
        Selection.ALL,
        offset=part.offset,
        size=part.size,
        after=part.after,
    )
    if not page.total and not page.records:
        # Only a chatbot can have any, so whether it exists is asked where it has none.
        call.records.get(CHATBOT, team_id, chatbot_id)
    return page, part


@api.get("/conversations/{conversationId}", response=OneConversation)
def get_conversation(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a conversation."""
    stored = call.records.get(CHAT, call.team.team_id, call.path["conversationId"])
    return Result(OneConversation(conversation=stored.record), version=stored.version)


@api.get("/conversations/{conversationId}/messages", response=MessageList)
def list_messages(call: TeamCall[NoBody, MessagesQuery]) -> MessageList:
    """Read the messages of a conversation in their order, those after `cursor`."""
    team_id, conversation_id, query = call.team.team_id, call.path["conversationId"], call.query
    if not is_id(conversation_id):
        raise NotFound(CHAT.resource, conversation_id)
    page = read_messages(call.records.table, team_id, conversation_id, after=query.cursor, limit=query.limit)
    if not page.messages:
        # A message tells that there is a conversation; without one it has to be asked.
        call.records.get(CHAT, team_id, conversation_id)
    next_cursor = page.messages[-1].sequence_order if page.more else None
    return MessageList(items=[_with_file(call, each) for each in page.messages], next_cursor=next_cursor)


def _with_file(call: TeamCall[NoBody, MessagesQuery], message: ConversationMessage) -> ConversationMessage:
    """The message, with an address that leads to its file, if it has one. No round trip."""
    file = file_of(message)
    if file is None:
        return message
    url = call.adapters.engines.media().presigned_download(
        file_key(message.conversation_id, file.id), presentation_of(file.content_type), DOWNLOAD_SECONDS
    )
    described = {**file.model_dump(by_alias=True), "url": url}
    return message.changed(metadata={**message.metadata, FILE: described})
