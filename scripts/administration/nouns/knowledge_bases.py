"""`admin.py knowledge-base`: what the chatbots of a team answer from."""

from pathlib import Path

from administration.articles import create_article, read_text
from administration.commands import (
    IN_TEAM,
    NAME,
    Arguments,
    Change,
    Command,
    CommandResult,
    Row,
    argument,
    row,
    team_of,
)
from administration.content import Resource, create_resource, listed
from gather.content.knowledge.models import Article
from gather.content.knowledge.service import delete_article
from gather.content.knowledge.storage import KNOWLEDGE_BASE, list_of_bases
from gather.core.errors import NotFound
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the knowledge bases of a team, newest first."""
    found = listed(adapters.records, KNOWLEDGE_BASE, team_of(arguments, adapters).team_id)
    return [{"id": each.id, "title": each.title, "createdAt": each.created_at} for each in found]


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a knowledge base of a team."""
    scope, now = team_of(arguments, adapters), adapters.clock.now()
    return row(create_resource(adapters.records, Resource.KNOWLEDGE_BASE, scope, arguments.title, now))


def _list_articles(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the articles of a knowledge base, oldest first, without their texts."""
    return [_shown(article) for article in _articles(arguments, adapters)]


def _add_article(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Add an article to a knowledge base, which the chatbots that use it answer from."""
    team_id = team_of(arguments, adapters).team_id
    text = read_text(arguments.file)
    return _shown(create_article(adapters.records, team_id, arguments.knowledge_base, text, arguments.title))


def _remove_article(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Remove an article from a knowledge base: chatbots do not answer from it any more."""
    there = {article.id: article for article in _articles(arguments, adapters)}
    if arguments.article not in there:
        raise NotFound("article", arguments.article)
    article = there[arguments.article]

    def carry_out() -> Row:
        delete_article(adapters.records, arguments.team, arguments.knowledge_base, article.id)
        return _shown(article)

    effect = f"article {article.title} ({article.id}) is removed for good: chatbots do not answer from it"
    return Change([effect], _shown(article), carry_out)


def _articles(arguments: Arguments, adapters: Adapters) -> list[Article]:
    team_id = team_of(arguments, adapters).team_id
    base = adapters.records.get(KNOWLEDGE_BASE, team_id, arguments.knowledge_base).record
    return list_of_bases(adapters.records.table, [base])[base.id]


def _shown(article: Article) -> Row:
    return {"id": article.id, "title": article.title, "characters": len(article.text)}


_KNOWLEDGE_BASE = argument("knowledge_base", help="id of the knowledge base")

COMMANDS = (
    Command("knowledge-base", "list", _list, IN_TEAM),
    Command("knowledge-base", "create", _create, (*IN_TEAM, argument("title", type=NAME))),
    Command("knowledge-base", "list-articles", _list_articles, (*IN_TEAM, _KNOWLEDGE_BASE)),
    Command(
        "knowledge-base",
        "add-article",
        _add_article,
        (
            *IN_TEAM,
            _KNOWLEDGE_BASE,
            argument("file", type=Path, help="a text or Markdown file in UTF-8"),
            argument("--title", type=NAME, help="the text's first heading when left out"),
        ),
    ),
    Command(
        "knowledge-base",
        "remove-article",
        _remove_article,
        (*IN_TEAM, _KNOWLEDGE_BASE, argument("article", help="id of the article")),
        changes=True,
    ),
)
