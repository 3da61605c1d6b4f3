"""Chatbots: assistants that talk with candidates on a career page.

Interface: Chatbots, rules 1 to 7.
"""

from typing import Annotated, TypeVar

from gather.chat.chatbots import service
from gather.chat.chatbots.models import Chatbot, ChatbotArchived, ChatbotSummary, ChatbotUnarchived
from gather.chat.chatbots.requests import AttachJobs, AttachKnowledgeBases, ChangeChatbot, CreateChatbot
from gather.chat.chatbots.storage import CHATBOT
from gather.core.formats import QueryFlag, ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, RequestModel, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.search import Search

B = TypeVar("B", bound=RequestModel)

api = Api("chatbots")
handler = api.handler


class ChatbotListQuery(CursorQuery):
    """Query of GET /chatbots; `archived` lists only the archived ones."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    archived: QueryFlag = False
    """`true` lists only the archived chatbots, `false` only the others."""
    search: ShortText | None = None


class ChatbotList(Model):
    """Data of GET /chatbots."""

    chatbots: list[ChatbotSummary]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class OneChatbot(Model):
    """Data of the routes of one chatbot."""

    chatbot: Chatbot


class ArchivedChatbot(Model):
    """Data of DELETE /chatbots/{chatbotId}."""

    chatbot: ChatbotArchived


class UnarchivedChatbot(Model):
    """Data of POST /chatbots/{chatbotId}/unarchive."""

    chatbot: ChatbotUnarchived


@api.post("/chatbots", response=OneChatbot, makes=CHATBOT)
def create_chatbot(call: TeamCall[CreateChatbot, TeamQuery]) -> Result:
    """Add a chatbot."""
    chatbot = service.create(call.records, call.team, call.body, now=call.now)
    return Result(OneChatbot(chatbot=chatbot), version=1)


@api.get("/chatbots", response=ChatbotList)
def list_chatbots(call: TeamCall[NoBody, ChatbotListQuery]) -> Result:
    """List the team's chatbots, newest first, without their configuration."""
    query = call.query
    part = paging.part(call, query.page, query.page_size)
    page = call.records.page(
        CHATBOT,
        CHATBOT.team_listing(call.team.team_id),
        paging.selection(query.archived),
        offset=part.offset,
        size=part.size,
        after=part.after,
        search=Search(query.search),
    )
    chatbots = ChatbotList(chatbots=page.records, pagination=part.total_pages(page))
    return Result(chatbots, meta=part.meta(page))


@api.get("/chatbots/{chatbotId}", response=OneChatbot)
def get_chatbot(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a chatbot with its configuration and what is attached to it."""
    stored = call.records.get(CHATBOT, call.team.team_id, call.path["chatbotId"])
    return Result(OneChatbot(chatbot=stored.record), version=stored.version)


@api.patch("/chatbots/{chatbotId}", response=OneChatbot)
def change_chatbot(call: TeamCall[ChangeChatbot, TeamQuery]) -> Result:
    """Change the members of a chatbot that are supplied; attachments are replaced as whole sets."""
    return _update(call)


@api.patch("/chatbots/{chatbotId}/jobs", response=OneChatbot)
def attach_jobs(call: TeamCall[AttachJobs, TeamQuery]) -> Result:
    """Replace the jobs attached to a chatbot."""
    return _update(call)


@api.patch("/chatbots/{chatbotId}/knowledge-bases", response=OneChatbot)
def attach_knowledge_bases(call: TeamCall[AttachKnowledgeBases, TeamQuery]) -> Result:
    """Replace the knowledge bases attached to a chatbot."""
    return _update(call)


def _update(call: TeamCall[B, TeamQuery]) -> Result:
    """Change the chatbot of the path."""
    stored = service.update(
        call.records,
        call.team,
        call.body,
        call.path["chatbotId"],
        now=call.now,
        precondition=call.precondition,
    )
    return Result(OneChatbot(chatbot=stored.record), version=stored.version)


@api.delete("/chatbots/{chatbotId}", response=ArchivedChatbot)
def archive_chatbot(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Archive a chatbot; it and its conversations stay readable."""
    stored = service.archive(
        call.records, call.team, call.path["chatbotId"], now=call.now, precondition=call.precondition
    )
    chatbot = stored.record
    archived = ChatbotArchived(id=chatbot.id, status=chatbot.status, archived_at=chatbot.archived_at)
    return Result(ArchivedChatbot(chatbot=archived), version=stored.version)


@api.post(
    "/chatbots/{chatbotId}/unarchive", response=UnarchivedChatbot, status=200, refusals=frozenset({412})
)
def unarchive_chatbot(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Take an archived chatbot back into use."""
    stored = service.unarchive(
        call.records, call.team, call.path["chatbotId"], now=call.now, precondition=call.precondition
    )
    chatbot = stored.record
    unarchived = ChatbotUnarchived(id=chatbot.id, status=chatbot.status, updated_at=chatbot.updated_at)
    return Result(UnarchivedChatbot(chatbot=unarchived), version=stored.version)
