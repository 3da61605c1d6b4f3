"""Routes of conversations, which are only read here (interface: Conversations, rules 1 to 4)."""

from typing import Annotated

from pydantic import Field

from gather.chat.chatbot_storage import CHATBOT
from gather.chat.conversation import LARGEST_SEQUENCE, Conversation, ConversationMessage
from gather.chat.conversation_storage import CONVERSATION, conversations_of, read_messages
from gather.core.errors import NotFound
from gather.core.formats import QueryNumber
from gather.core.identifiers import is_id
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.listing import Selection

api = Api("conversations")
handler = api.handler

Cursor = Annotated[QueryNumber, Field(ge=0, le=LARGEST_SEQUENCE)]
"""The `sequenceOrder` of the last message read; messages are counted from 1."""


class ConversationListQuery(CursorQuery):
    """Query of GET /chatbots/{chatbotId}/conversations."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50


class ConversationList(Model):
    """Data of GET /chatbots/{chatbotId}/conversations."""

    conversations: list[Conversation]
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
    team_id, chatbot_id, query = call.team.team_id, call.path["chatbotId"], call.query
    if not is_id(chatbot_id):
        raise NotFound(CHATBOT.resource, chatbot_id)
    part = paging.part(call, query.page, query.page_size)
    page = call.records.page(
        CONVERSATION,
        conversations_of(team_id, chatbot_id),
        Selection.ALL,
        offset=part.offset,
        size=part.size,
        after=part.after,
    )
    if not page.total and not page.records:
        # Only a chatbot can have conversations, so whether it exists is asked where it has none.
        call.records.get(CHATBOT, team_id, chatbot_id)
    conversations = ConversationList(conversations=page.records, pagination=part.total_pages(page))
    return Result(conversations, meta=part.meta(page))


@api.get("/conversations/{conversationId}", response=OneConversation)
def get_conversation(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a conversation."""
    stored = call.records.get(CONVERSATION, call.team.team_id, call.path["conversationId"])
    return Result(OneConversation(conversation=stored.record), version=stored.version)


@api.get("/conversations/{conversationId}/messages", response=MessageList)
def list_messages(call: TeamCall[NoBody, MessagesQuery]) -> MessageList:
    """Read the messages of a conversation in their order, those after `cursor`."""
    team_id, conversation_id, query = call.team.team_id, call.path["conversationId"], call.query
    if not is_id(conversation_id):
        raise NotFound(CONVERSATION.resource, conversation_id)
    page = read_messages(call.records.table, team_id, conversation_id, after=query.cursor, limit=query.limit)
    if not page.messages:
        # A message tells that there is a conversation; without one it has to be asked.
        call.records.get(CONVERSATION, team_id, conversation_id)
    next_cursor = page.messages[-1].sequence_order if page.more else None
    return MessageList(items=page.messages, next_cursor=next_cursor)
