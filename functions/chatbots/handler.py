"""Routes of chatbots (interface: Endpoints, Chatbots)."""

from collections.abc import Callable
from typing import TypeVar

from chatbots.attachments import check_attachments
from gather.chat import chatbot_storage
from gather.chat.chatbot import (
    Chatbot,
    ChatbotArchived,
    ChatbotSummary,
    ChatbotUnarchived,
    archived_chatbot,
    unarchived_chatbot,
)
from gather.chat.chatbot_request import (
    AttachJobs,
    AttachKnowledgeBases,
    ChangeChatbot,
    CreateChatbot,
    changed_chatbot,
    new_chatbot,
)
from gather.chat.chatbot_storage import CHATBOT
from gather.core.model import Model, NoBody, QueryFlag, RequestModel, ShortText, TeamQuery
from gather.http import paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table.records import Stored, Transaction
from gather.table.search import Search
from gather.wiring import records

B = TypeVar("B", bound=RequestModel)

api = Api("chatbots")
handler = api.handler


class ChatbotListQuery(TeamQuery):
    """Query of GET /chatbots; `archived` lists only the archived ones."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    archived: QueryFlag = False
    search: ShortText | None = None


class ChatbotList(Model):
    """Data of GET /chatbots."""

    chatbots: list[ChatbotSummary]
    pagination: paging.TotalPages


class OneChatbot(Model):
    """Data of the routes that answer one chatbot."""

    chatbot: Chatbot


class ArchivedChatbot(Model):
    """Data of DELETE /chatbots/{chatbotId}."""

    chatbot: ChatbotArchived


class UnarchivedChatbot(Model):
    """Data of POST /chatbots/{chatbotId}/unarchive."""

    chatbot: ChatbotUnarchived


@api.post("/chatbots", answer=OneChatbot, body=CreateChatbot)
def create_chatbot(call: Call[CreateChatbot, TeamQuery]) -> Answer:
    """Add a chatbot."""
    check_attachments(call.body.supplied(), call.team.team_id)
    chatbot = new_chatbot(call.body, call.team, call.now)
    transaction = records().transaction()
    chatbot_storage.create(transaction, chatbot)
    transaction.commit()
    return Answer(OneChatbot(chatbot=chatbot), version=1)


@api.get("/chatbots", answer=ChatbotList, query=ChatbotListQuery)
def list_chatbots(call: Call[NoBody, ChatbotListQuery]) -> ChatbotList:
    """List the team's chatbots, newest first, without their configuration."""
    query = call.query
    page = records().page(
        CHATBOT,
        CHATBOT.team_listing(call.team.team_id),
        paging.selection(query.archived),
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=Search(query.search),
    )
    return ChatbotList(
        chatbots=page.records, pagination=paging.total_pages(page.total, query.page, query.page_size)
    )


@api.get("/chatbots/{chatbotId}", answer=OneChatbot)
def get_chatbot(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a chatbot with its configuration and what is attached to it."""
    stored = records().get(CHATBOT, call.team.team_id, call.path["chatbotId"])
    return Answer(OneChatbot(chatbot=stored.record), version=stored.version)


@api.patch("/chatbots/{chatbotId}", answer=OneChatbot, body=ChangeChatbot)
def change_chatbot(call: Call[ChangeChatbot, TeamQuery]) -> Answer:
    """Change the members of a chatbot that are supplied; attachments are replaced as whole sets."""
    return _configured(call)


@api.patch("/chatbots/{chatbotId}/jobs", answer=OneChatbot, body=AttachJobs)
def attach_jobs(call: Call[AttachJobs, TeamQuery]) -> Answer:
    """Replace the jobs attached to a chatbot."""
    return _configured(call)


@api.patch("/chatbots/{chatbotId}/knowledge-bases", answer=OneChatbot, body=AttachKnowledgeBases)
def attach_knowledge_bases(call: Call[AttachKnowledgeBases, TeamQuery]) -> Answer:
    """Replace the knowledge bases attached to a chatbot."""
    return _configured(call)


@api.delete("/chatbots/{chatbotId}", answer=ArchivedChatbot)
def archive_chatbot(call: Call[NoBody, TeamQuery]) -> Answer:
    """Archive a chatbot; it and its conversations stay readable."""
    stored = _change(call, lambda chatbot: archived_chatbot(chatbot, call.moment))
    chatbot = stored.record
    answer = ChatbotArchived(id=chatbot.id, status=chatbot.status, archived_at=chatbot.archived_at)
    return Answer(ArchivedChatbot(chatbot=answer), version=stored.version)


@api.post("/chatbots/{chatbotId}/unarchive", answer=UnarchivedChatbot, status=200)
def unarchive_chatbot(call: Call[NoBody, TeamQuery]) -> Answer:
    """Take an archived chatbot back into use."""
    stored = _change(call, lambda chatbot: unarchived_chatbot(chatbot, call.moment))
    chatbot = stored.record
    answer = ChatbotUnarchived(id=chatbot.id, status=chatbot.status, updated_at=chatbot.updated_at)
    return Answer(UnarchivedChatbot(chatbot=answer), version=stored.version)


def _configured(call: Call[B, TeamQuery]) -> Answer:
    supplied = call.body.supplied()

    def configured(chatbot: Chatbot) -> Chatbot:
        check_attachments(supplied, call.team.team_id, chatbot)
        return changed_chatbot(chatbot, supplied, call.moment)

    stored = _change(call, configured)
    return Answer(OneChatbot(chatbot=stored.record), version=stored.version)


def _change(call: Call[B, TeamQuery], change: Callable[[Chatbot], Chatbot]) -> Stored[Chatbot]:
    def changed(stored: Stored[Chatbot], _transaction: Transaction) -> Chatbot:
        call.check_version(stored.version)
        return change(stored.record)

    return records().change(CHATBOT, call.team.team_id, call.path["chatbotId"], changed)
