"""Articles of knowledge bases, which chatbots and interviewers answer from, from files of the operator."""

from pathlib import Path

from pydantic import ValidationError

from gather.content.knowledge.models import LONGEST_ARTICLE, Article
from gather.content.knowledge.service import add_article
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.core.identifiers import new_id
from gather.table.records import Records


class NotAnArticle(Exception):
    """A text or a file that cannot be an article; the message says why."""


def create_article(
    records: Records, team_id: str, knowledge_base_id: str, text: str, title: str | None = None
) -> Article:
    """Add a text to a knowledge base of a team. Four round trips.

    The title is the text's first heading when none is given. Raises NotAnArticle, NotFound and Conflict.
    """
    records.get(KNOWLEDGE_BASE, team_id, knowledge_base_id)
    try:
        article = Article(id=new_id(), title=title or _heading(text), text=text)
    except ValidationError:
        raise NotAnArticle(
            f"an article has a title of 1 to 255 and a text of 1 to {LONGEST_ARTICLE} characters"
        ) from None
    add_article(records, team_id, knowledge_base_id, article)
    return article


def read_text(file: Path) -> str:
    """The text of a file in UTF-8. Raises NotAnArticle."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise NotAnArticle(f"{file} is not to be read as text in UTF-8") from None


def _heading(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    return first.lstrip("#").strip() if first.startswith("#") else ""
