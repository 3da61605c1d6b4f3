"""The articles of knowledge bases: parts of their knowledge base's partition."""

from collections.abc import Iterable

from gather.content.knowledge.models import MOST_ARTICLES, Article, KnowledgeBase
from gather.core.errors import Conflict, NotFound
from gather.table import keys
from gather.table.conditions import present
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.readable import readable
from gather.table.store import ConditionFailed, KeyRange, Table

KNOWLEDGE_BASE = Kind(
    resource="knowledge base",
    name="KNOWLEDGE_BASE",
    model=KnowledgeBase,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "KNOWLEDGE_BASE")],
    search_text=lambda record: record.title,
)


def article_key(team_id: str, knowledge_base_id: str, article_id: str) -> keys.Key:
    """An article of a knowledge base."""
    return KNOWLEDGE_BASE.part(team_id, knowledge_base_id, "ARTICLE", article_id)


ARTICLE = ItemKind("ARTICLE", article_key)


def list_articles(table: Table, team_id: str, knowledge_base_ids: Iterable[str]) -> list[Article]:
    """Every article of the knowledge bases, in the order in which they were created.

    One round trip for each knowledge base, one more for each megabyte of text. What was added a moment ago
    may be missing.
    """
    found: list[Article] = []
    for knowledge_base_id in knowledge_base_ids:
        articles = table.query_all(_articles(team_id, knowledge_base_id))
        found.extend(readable(Article, articles))
    return found


def save_article(table: Table, team_id: str, knowledge_base_id: str, article: Article) -> None:
    """Save an article beside its knowledge base. Two round trips.

    Raises Conflict when there are as many as there may be.
    """
    there = table.query(_articles(team_id, knowledge_base_id), limit=MOST_ARTICLES, consistent=True)
    if len(there.items) >= MOST_ARTICLES:
        raise Conflict(f"A knowledge base has at most {MOST_ARTICLES} articles.")
    place = ARTICLE.at(team_id, knowledge_base_id, article.id)
    table.write(place.put(**article.model_dump(by_alias=True)))


def delete_article(table: Table, team_id: str, knowledge_base_id: str, article_id: str) -> None:
    """Delete an article for good. One round trip. Raises NotFound."""
    try:
        table.delete(ARTICLE.key(team_id, knowledge_base_id, article_id), present())
    except ConditionFailed:
        raise NotFound("article", article_id) from None


def _articles(team_id: str, knowledge_base_id: str) -> KeyRange:
    first = ARTICLE.key(team_id, knowledge_base_id, "")
    return KeyRange(first.pk, begins_with=first.sk)
