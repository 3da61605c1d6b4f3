"""Knowledge bases, which chatbots and interviewers answer from (interface: Knowledge bases, rules 1 to 6)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from gather.core.caller import TeamScope
from gather.core.errors import Conflict
from gather.core.formats import VISIBLE, Title
from gather.core.model import UNSET, Model, RequestModel
from gather.core.record import TeamRecord, common_fields

MOST_ARTICLES = 100
LONGEST_ARTICLE = 10_000
MOST_BYTES = 3_000_000
"""The most that the texts and titles of a knowledge base have together, in UTF-8."""


class KnowledgeBase(TeamRecord):
    """A knowledge base of a team, without its articles. Chatbots, interviews and jobs refer to it.

    `article_parts` says in how many items the articles stand; None for a base of an earlier release, whose
    articles are items of their own. `article_changes` counts how often the articles were replaced.
    """

    title: str
    """The knowledge base's title."""
    article_parts: int | None = None
    article_changes: int = 0

    def update(self, request: "ChangeKnowledgeBase", moment: str) -> "KnowledgeBase":
        """The knowledge base with the request's title, where it has one."""
        supplied = request.supplied()
        supplied.pop("articles", None)
        return self.changed(**supplied, updated_at=moment)


ArticleTitle = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)]
ArticleText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_ARTICLE)
]


class Article(Model):
    """One text of a knowledge base, kept beside it.

    `text` is plain or Markdown and may have many paragraphs. It reaches candidates, so it holds nothing
    that they may not read.
    """

    id: str
    title: ArticleTitle
    text: ArticleText


class GivenArticle(Model):
    """An article, as clients write and read it."""

    title: Title
    """The article's title, of 1 to 255 characters."""
    text: Annotated[ArticleText, VISIBLE]
    """The article: plain text or Markdown of 1 to 10,000 characters. Candidates may be told any of it."""


Articles = Annotated[tuple[GivenArticle, ...], Field(max_length=MOST_ARTICLES)]


class CreateKnowledgeBase(RequestModel):
    """Body of POST /knowledge-bases."""

    title: Title
    articles: Articles
    """The knowledge base's articles, at most 100."""


class ChangeKnowledgeBase(RequestModel):
    """Body of PATCH /knowledge-bases/{id}; `articles` replaces all of them."""

    title: Title = UNSET
    articles: Articles = UNSET
    """The knowledge base's articles, at most 100, in place of all that it has."""


class ShownArticle(Model):
    """An article in a response."""

    title: str
    """The article's title."""
    text: str
    """The article: plain text or Markdown."""


class KnowledgeBaseDetail(TeamRecord):
    """A knowledge base with its articles, as responses show it."""

    title: str
    """The knowledge base's title."""
    articles: list[ShownArticle]
    """The articles, in their order."""


class ListedKnowledgeBase(TeamRecord):
    """A knowledge base in a list."""

    title: str
    """The knowledge base's title."""
    articles: list[ShownArticle] | None
    """The articles, in their order; null where the page would grow too large with them."""


def new_knowledge_base(request: CreateKnowledgeBase, scope: TeamScope, now: datetime) -> KnowledgeBase:
    """A new knowledge base from a request, without its articles."""
    return KnowledgeBase(**common_fields(scope, now), title=request.title)


def detail_of(base: KnowledgeBase, articles: Iterable[Article]) -> KnowledgeBaseDetail:
    """A knowledge base as responses show it."""
    return KnowledgeBaseDetail(**_common(base), articles=_shown(articles))


def listed_of(base: KnowledgeBase, articles: Iterable[Article] | None) -> ListedKnowledgeBase:
    """A knowledge base as a list shows it; without its articles where they are None."""
    return ListedKnowledgeBase(**_common(base), articles=None if articles is None else _shown(articles))


def size_of(article: Article) -> int:
    """The bytes of an article in UTF-8."""
    return len(article.title.encode()) + len(article.text.encode())


def check_articles(articles: Sequence[Article]) -> None:
    """Raise Conflict for more than a knowledge base may have."""
    if len(articles) > MOST_ARTICLES:
        raise Conflict(f"A knowledge base has at most {MOST_ARTICLES} articles.")
    if sum(map(size_of, articles)) > MOST_BYTES:
        raise Conflict("The articles of a knowledge base have at most 3,000,000 bytes together.")


def _common(base: KnowledgeBase) -> dict[str, object]:
    return base.model_dump(exclude={"article_parts", "article_changes"})


def _shown(articles: Iterable[Article]) -> list[ShownArticle]:
    return [ShownArticle(title=each.title, text=each.text) for each in articles]
