"""Knowledge bases and their articles, which stand in few items beside their knowledge base.

For example:

    articles = list_articles(table, team_id, knowledge_base_ids)
    base = save_articles(unit, base, articles)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gather.content.knowledge.models import Article, KnowledgeBase, size_of
from gather.table import keys
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork

PART_BYTES = 300_000
"""The most that the articles of one item have; DynamoDB keeps at most 400 KB of an item."""

KNOWLEDGE_BASE = Kind(
    resource="knowledge base",
    name="KNOWLEDGE_BASE",
    model=KnowledgeBase,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "KNOWLEDGE_BASE")],
    search_text=lambda record: record.title,
)


def article_key(team_id: str, knowledge_base_id: str, article_id: str) -> keys.Key:
    """An article of a knowledge base of an earlier release."""
    return KNOWLEDGE_BASE.part(team_id, knowledge_base_id, "ARTICLE", article_id)


def articles_key(team_id: str, knowledge_base_id: str, part: int) -> keys.Key:
    """A part of the articles of a knowledge base, counted from 0."""
    return KNOWLEDGE_BASE.part(team_id, knowledge_base_id, "ARTICLES", f"{part:03}")


ARTICLE = ItemKind("ARTICLE", article_key)
ARTICLES = ItemKind("ARTICLES", articles_key)


def list_articles(table: Table, team_id: str, knowledge_base_ids: Iterable[str]) -> list[Article]:
    """Every article of those knowledge bases that are not archived, in their order, as they are now.

    One round trip for all, one more where a base has much text, and one more for each base of an earlier
    release.
    """
    ids = [*dict.fromkeys(knowledge_base_ids)]
    if not ids:
        return []
    base_keys = [KNOWLEDGE_BASE.key(team_id, each) for each in ids]
    found = table.get_many([*base_keys, *(ARTICLES.key(team_id, each, 0) for each in ids)])
    bases = readable(KnowledgeBase, [found[key] for key in base_keys if key in found])
    used = [base for base in bases if base.archived_at is None]
    by_base = _articles_of(table, used, found)
    return [article for base in used for article in by_base[base.id]]


def list_of_bases(table: Table, bases: Sequence[KnowledgeBase]) -> dict[str, list[Article]]:
    """The articles of each knowledge base by its id, archived or not.

    One round trip, none without an article, and one more for each base of an earlier release.
    """
    return _articles_of(table, bases, {})


def save_articles(unit: UnitOfWork, base: KnowledgeBase, articles: Sequence[Article]) -> KnowledgeBase:
    """Replace the articles of a knowledge base, as part of `unit`; the changed base has to be saved with it.

    One round trip before the commit for a base of an earlier release.
    """
    parts = [*_parts_of(articles)]
    for number, part in enumerate(parts):
        told = [article.model_dump(by_alias=True) for article in part]
        unit.write(ARTICLES.at(base.team_id, base.id, number).put(articles=told))
    for number in range(len(parts), base.article_parts or 0):
        unit.write(ARTICLES.at(base.team_id, base.id, number).delete())
    return base.changed(article_parts=len(parts), article_changes=base.article_changes + 1)


def delete_single_articles(table: Table, base: KnowledgeBase) -> None:
    """Delete the items of an earlier release, once the articles stand in parts. Two round trips or more."""
    for item in table.query_all(_single_articles(base), consistent=True):
        table.delete(keys.Key.of(item))


def _articles_of(
    table: Table, bases: Sequence[KnowledgeBase], found: Mapping[keys.Key, Item]
) -> dict[str, list[Article]]:
    """The articles of each base; `found` has what was read already."""
    missing = [key for base in bases for key in _part_keys(base) if key not in found]
    parts = {**found, **(table.get_many(missing) if missing else {})}
    return {base.id: _in_parts(base, parts) or _single(table, base) for base in bases}


def _part_keys(base: KnowledgeBase) -> list[keys.Key]:
    return [ARTICLES.key(base.team_id, base.id, number) for number in range(base.article_parts or 0)]


def _in_parts(base: KnowledgeBase, parts: Mapping[keys.Key, Item]) -> list[Article]:
    items = (parts[key] for key in _part_keys(base) if key in parts)
    return [article for item in items for article in readable(Article, item["articles"])]


def _single(table: Table, base: KnowledgeBase) -> list[Article]:
    if base.article_parts is not None:
        return []
    return [*readable(Article, table.query_all(_single_articles(base), consistent=True))]


def _single_articles(base: KnowledgeBase) -> KeyRange:
    first = ARTICLE.key(base.team_id, base.id, "")
    return KeyRange(first.pk, begins_with=first.sk)


def _parts_of(articles: Iterable[Article]) -> Iterator[list[Article]]:
    """The articles in their order, in as few parts as fit into items."""
    part: list[Article] = []
    used = 0
    for article in articles:
        size = size_of(article)
        if part and used + size > PART_BYTES:
            yield part
            part, used = [], 0
        part.append(article)
        used += size
    if part:
        yield part
