"""The articles of knowledge bases: parts of their knowledge base's partition."""

from collections.abc import Iterable

from gather.content.knowledge_base import MOST_ARTICLES, Article, KnowledgeBase
from gather.core.errors import Conflict
from gather.table import keys
from gather.table.ownership import team_of
from gather.table.records import Kind
from gather.table.store import KeyRange, Table

KNOWLEDGE_BASE = Kind(
    resource="knowledge base",
    name="KNOWLEDGE_BASE",
    model=KnowledgeBase,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "KNOWLEDGE_BASE")],
    search_text=lambda record: record.title,
)


def read_articles(table: Table, team_id: str, knowledge_base_ids: Iterable[str]) -> list[Article]:
    """Every article of the knowledge bases, in the order of their making.

    One round trip for each knowledge base, one more for each megabyte of text. What was added a moment ago
    may be missing.
    """
    found: list[Article] = []
    for knowledge_base_id in knowledge_base_ids:
        partition, prefix = keys.articles(team_id, knowledge_base_id)
        articles = table.query_all(KeyRange(partition, begins_with=prefix))
        found.extend(Article.model_validate(item) for item in articles)
    return found


def add_article(table: Table, team_id: str, knowledge_base_id: str, article: Article) -> None:
    """Store an article beside its knowledge base. Two round trips.

    Raises Conflict when there are as many as there may be.
    """
    partition, prefix = keys.articles(team_id, knowledge_base_id)
    there = table.query(KeyRange(partition, begins_with=prefix), limit=MOST_ARTICLES, consistent=True)
    if len(there.items) >= MOST_ARTICLES:
        raise Conflict(f"A knowledge base has at most {MOST_ARTICLES} articles.")
    key = keys.article(team_id, knowledge_base_id, article.id)
    table.put({"pk": key.pk, "sk": key.sk, "entity": "ARTICLE", **article.model_dump(by_alias=True)})
