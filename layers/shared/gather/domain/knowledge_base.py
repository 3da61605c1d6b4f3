"""Knowledge bases: what a team's chatbots know (answers: Records)."""

from gather.domain.model import Model
from gather.domain.record import TeamRecord


class KnowledgeBase(TeamRecord):
    """A knowledge base of a team. The administration makes them; chatbots and jobs refer to them."""

    title: str


class Article(Model):
    """One text of a knowledge base, kept beside it: `text` is plain and may have many paragraphs."""

    id: str
    title: str
    text: str
