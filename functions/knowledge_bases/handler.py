"""Knowledge bases: the articles that chatbots and interviewers answer from.

Interface: Knowledge bases, rules 1 to 6.
"""

from typing import Annotated

from gather.content.knowledge import service
from gather.content.knowledge.models import (
    ChangeKnowledgeBase,
    CreateKnowledgeBase,
    KnowledgeBase,
    KnowledgeBaseDetail,
    ListedKnowledgeBase,
)
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.listing import Selection

api = Api("knowledge_bases")
handler = api.handler


class KnowledgeBaseListQuery(CursorQuery):
    """Query of GET /knowledge-bases."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50


class KnowledgeBaseList(Model):
    """Data of GET /knowledge-bases."""

    knowledge_bases: list[ListedKnowledgeBase]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class OneKnowledgeBase(Model):
    """Data of the routes of one knowledge base."""

    knowledge_base: KnowledgeBaseDetail


class OneArchivedKnowledgeBase(Model):
    """Data of DELETE /knowledge-bases/{id}."""

    knowledge_base: Archived


def _shown(call: TeamCall[CreateKnowledgeBase, TeamQuery], stored: Stored[KnowledgeBase]) -> Result:
    """The result of a POST from what it has stored, with the articles of now."""
    base = service.show(call.records, stored)
    return Result(OneKnowledgeBase(knowledge_base=base), version=stored.version)


@api.post("/knowledge-bases", response=OneKnowledgeBase, makes=KNOWLEDGE_BASE, shows=_shown)
def create_knowledge_base(call: TeamCall[CreateKnowledgeBase, TeamQuery]) -> Result:
    """Add a knowledge base with its articles."""
    base = service.create(call.records, call.team, call.body, now=call.now)
    return Result(OneKnowledgeBase(knowledge_base=base), version=1)


@api.get("/knowledge-bases", response=KnowledgeBaseList)
def list_knowledge_bases(call: TeamCall[NoBody, KnowledgeBaseListQuery]) -> Result:
    """List the team's knowledge bases, newest first, without the archived ones.

    Where the articles of a page are very long together, the last have null; read those one by one.
    """
    part = paging.part(call, call.query.page, call.query.page_size)
    listing = KNOWLEDGE_BASE.team_listing(call.team.team_id)
    page = call.records.page(
        KNOWLEDGE_BASE, listing, Selection.ACTIVE, part.offset, part.size, after=part.after
    )
    shown = service.list_shown(call.records, page.records)
    return Result(
        KnowledgeBaseList(knowledge_bases=shown, pagination=part.total_pages(page)), meta=part.meta(page)
    )


@api.get("/knowledge-bases/{id}", response=OneKnowledgeBase)
def get_knowledge_base(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a knowledge base with its articles."""
    base, version = service.get(call.records, call.team, call.path["id"])
    return Result(OneKnowledgeBase(knowledge_base=base), version=version)


@api.patch("/knowledge-bases/{id}", response=OneKnowledgeBase)
def change_knowledge_base(call: TeamCall[ChangeKnowledgeBase, TeamQuery]) -> Result:
    """Change the title of a knowledge base, or replace its articles, at once for all who answer from it."""
    base, version = service.update(
        call.records,
        call.team,
        call.body,
        call.path["id"],
        now=call.now,
        precondition=call.precondition,
    )
    return Result(OneKnowledgeBase(knowledge_base=base), version=version)


@api.delete("/knowledge-bases/{id}", response=OneArchivedKnowledgeBase)
def archive_knowledge_base(call: TeamCall[NoBody, TeamQuery]) -> OneArchivedKnowledgeBase:
    """Archive a knowledge base: chatbots and interviewers no longer answer from it."""
    base = service.archive(
        call.records, call.team, call.path["id"], now=call.now, precondition=call.precondition
    )
    return OneArchivedKnowledgeBase(knowledge_base=Archived.of(base))
