"""Conversations of chatbots with candidates, which are only read here.

Interface: Conversations, rules 1 to 11.
"""

from typing import Annotated

from pydantic import Field

from gather.chat.chats import service
from gather.chat.chats.models import LARGEST_SEQUENCE, Conversation, ConversationMessage
from gather.chat.chats.storage import CHAT
from gather.chat.left_messages.models import LeftMessage
from gather.core.formats import QueryNumber
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api

api = Api("conversations")
handler = api.handler

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
    """The messages that visitors left for the team."""
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
    """The `cursor` of the messages that follow; null at the end."""


@api.get("/chatbots/{chatbotId}/conversations", response=ConversationList)
def list_conversations(call: TeamCall[NoBody, ConversationListQuery]) -> Result:
    """List the conversations with a chatbot, newest first; those with an archived one too."""
    part = paging.part(call, call.query.page, call.query.page_size)
    page = service.list_chats(
        call.records, call.team, call.path["chatbotId"], part.offset, part.size, part.after
    )
    conversations = ConversationList(conversations=page.records, pagination=part.total_pages(page))
    return Result(conversations, meta=part.meta(page))


@api.get("/chatbots/{chatbotId}/left-messages", response=LeftMessageList)
def list_left_messages(call: TeamCall[NoBody, ConversationListQuery]) -> Result:
    """List what visitors of a chat left for the team, newest first."""
    part = paging.part(call, call.query.page, call.query.page_size)
    page = service.list_left_messages(
        call.records, call.team, call.path["chatbotId"], part.offset, part.size, part.after
    )
    left = LeftMessageList(left_messages=page.records, pagination=part.total_pages(page))
    return Result(left, meta=part.meta(page))


@api.get("/conversations/{conversationId}", response=OneConversation)
def get_conversation(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a conversation."""
    stored = call.records.get(CHAT, call.team.team_id, call.path["conversationId"])
    return Result(OneConversation(conversation=stored.record), version=stored.version)


@api.get("/conversations/{conversationId}/messages", response=MessageList)
def list_messages(call: TeamCall[NoBody, MessagesQuery]) -> MessageList:
    """Read the messages of a conversation in their order, those after `cursor`."""
    page = service.list_messages(
        call.records,
        call.team,
        call.path["conversationId"],
        lambda: call.adapters.engines.media(),
        after=call.query.cursor,
        limit=call.query.limit,
    )
    next_cursor = page.messages[-1].sequence_order if page.more else None
    return MessageList(items=page.messages, next_cursor=next_cursor)
