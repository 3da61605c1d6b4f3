"""Knowledge bases, which a team's chatbots answer from (interface: Records without routes, rule 1)."""

from typing import Annotated

from pydantic import StringConstraints

from gather.core.model import Model
from gather.core.record import TeamRecord

MOST_ARTICLES = 100
LONGEST_ARTICLE = 10_000


class KnowledgeBase(TeamRecord):
    """A knowledge base of a team. The administration creates them; chatbots and jobs refer to them."""

    title: str


class Article(Model):
    """One text of a knowledge base, kept beside it.

    `text` is plain or Markdown and may have many paragraphs. It reaches candidates, so it holds nothing
    that they may not read.
    """

    id: str
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_ARTICLE)]
