"""Scorecard templates: the topics against which an interview is scored (interface: Scorecard template)."""

from gather.domain.model import Model
from gather.domain.record import Identified


class ScoreDescriptions(Model):
    """What an answer of a level looks like."""

    level1: str | None = None
    level2: str | None = None
    level3: str | None = None
    level4: str | None = None
    level5: str | None = None


class Topic(Model):
    """A topic with its weight (0 to 100)."""

    topic: str
    weight: float
    description: str | None = None
    looking_for: tuple[str, ...] | None = None
    score_descriptions: ScoreDescriptions | None = None


class ScoreCardTemplate(Identified):
    """A version of an interview's scorecard; at most one is active."""

    interview_id: str
    topics: tuple[Topic, ...]
    version: int
    is_active: bool
