"""The use cases of knowledge bases.

For example:

    detail = service.create(records, team, request, now=now)
    detail, version = service.get(records, team, detail.id)
    service.archive(records, team, detail.id, now=now, precondition=Precondition())
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from gather.content.knowledge import storage
from gather.content.knowledge.models import (
    Article,
    ChangeKnowledgeBase,
    CreateKnowledgeBase,
    GivenArticle,
    KnowledgeBase,
    KnowledgeBaseDetail,
    ListedKnowledgeBase,
    check_articles,
    detail_of,
    listed_of,
    new_knowledge_base,
    size_of,
)
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import new_id
from gather.core.precondition import Precondition
from gather.core.record import archived
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork

MOST_LISTED_BYTES = 2_000_000
"""The most that the articles of one page of a list have together; Lambda answers at most 6 MB, and JSON may
need several bytes for one of UTF-8."""


def create(
    records: Records, team: TeamScope, request: CreateKnowledgeBase, *, now: datetime
) -> KnowledgeBaseDetail:
    """Create the knowledge base that the request asks for. One round trip."""
    articles = _new_articles(request.articles)
    unit = records.unit_of_work()
    base = storage.save_articles(unit, new_knowledge_base(request, team, now), articles)
    unit.create(KNOWLEDGE_BASE, base)
    unit.commit()
    return detail_of(base, articles)


def get(records: Records, team: TeamScope, knowledge_base_id: str) -> tuple[KnowledgeBaseDetail, int]:
    """A knowledge base with its articles and its version. Two round trips. Raises NotFound."""
    stored = records.get(KNOWLEDGE_BASE, team.team_id, knowledge_base_id)
    return show(records, stored), stored.version


def show(records: Records, stored: Stored[KnowledgeBase]) -> KnowledgeBaseDetail:
    """A stored knowledge base with its articles of now. One round trip."""
    base = stored.record
    return detail_of(base, storage.list_of_bases(records.table, [base])[base.id])


def list_shown(records: Records, bases: Sequence[KnowledgeBase]) -> list[ListedKnowledgeBase]:
    """The knowledge bases of a page with their articles, as long as these are not too much for a response."""
    by_base = storage.list_of_bases(records.table, bases)
    room = MOST_LISTED_BYTES
    shown = []
    for base in bases:
        articles: list[Article] | None = by_base[base.id]
        size = sum(map(size_of, articles or ()))
        if size > room:
            articles = None
        else:
            room -= size
        shown.append(listed_of(base, articles))
    return shown


def update(
    records: Records,
    team: TeamScope,
    request: ChangeKnowledgeBase,
    knowledge_base_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> tuple[KnowledgeBaseDetail, int]:
    """Change the title of a knowledge base, its articles, or both.

    Raises NotFound, PreconditionFailed, Conflict.
    """
    articles = _new_articles(request.articles) if "articles" in request.model_fields_set else None

    def change(stored: Stored[KnowledgeBase], unit: UnitOfWork) -> KnowledgeBase:
        precondition.check(stored.version)
        base = stored.record.update(request, timestamp(now))
        return base if articles is None else storage.save_articles(unit, base, articles)

    stored = records.change(KNOWLEDGE_BASE, team.team_id, knowledge_base_id, change)
    if articles is None:
        return show(records, stored), stored.version
    _delete_single_articles(records, stored.record)
    return detail_of(stored.record, articles), stored.version


def archive(
    records: Records, team: TeamScope, knowledge_base_id: str, *, now: datetime, precondition: Precondition
) -> KnowledgeBase:
    """Archive a knowledge base: nobody answers from it any more. Raises NotFound, PreconditionFailed."""

    def change(stored: Stored[KnowledgeBase], _unit: UnitOfWork) -> KnowledgeBase:
        precondition.check(stored.version)
        return archived(stored.record, timestamp(now))

    return records.change(KNOWLEDGE_BASE, team.team_id, knowledge_base_id, change).record


def add_article(records: Records, team_id: str, knowledge_base_id: str, article: Article) -> None:
    """Add an article behind those that there are. Raises NotFound, and Conflict for too many."""
    _replace_articles(records, team_id, knowledge_base_id, lambda before: [*before, article])


def delete_article(records: Records, team_id: str, knowledge_base_id: str, article_id: str) -> None:
    """Delete an article for good. Raises NotFound, also of the article."""

    def others(before: Sequence[Article]) -> list[Article]:
        kept = [article for article in before if article.id != article_id]
        if len(kept) == len(before):
            raise NotFound("article", article_id)
        return kept

    _replace_articles(records, team_id, knowledge_base_id, others)


def _replace_articles(
    records: Records,
    team_id: str,
    knowledge_base_id: str,
    replaced: Callable[[Sequence[Article]], list[Article]],
) -> None:
    def change(stored: Stored[KnowledgeBase], unit: UnitOfWork) -> KnowledgeBase:
        base = stored.record
        articles = replaced(storage.list_of_bases(unit.table, [base])[base.id])
        check_articles(articles)
        return storage.save_articles(unit, base, articles)

    stored = records.change(KNOWLEDGE_BASE, team_id, knowledge_base_id, change)
    _delete_single_articles(records, stored.record)


def _delete_single_articles(records: Records, base: KnowledgeBase) -> None:
    """Delete what an earlier release has stored, after the first change. Nobody reads it any more."""
    if base.article_changes == 1:
        storage.delete_single_articles(records.table, base)


def _new_articles(given: Sequence[GivenArticle]) -> list[Article]:
    articles = [Article(id=new_id(), title=each.title, text=each.text) for each in given]
    check_articles(articles)
    return articles
