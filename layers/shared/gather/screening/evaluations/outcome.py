"""What an engine made of an input, kept so that the same input gets the same outcome.

Interface: Provenance, rules 4 and 5.
"""

from gather.core.model import Model
from gather.screening.evaluations.input_hash import hash_of_content
from gather.screening.evaluations.models import Provenance, StoredTopicScore


class EvaluationOutcome(Model):
    """The engine's part of an evaluation, before anything that people decided."""

    topics: tuple[StoredTopicScore, ...]
    explanation: str
    summary: str
    provenance: Provenance


def outcome_hash(provenance: Provenance, language: str, interview_title: str) -> str:
    """What tells an outcome from others of its interview: who judged what, and what else was told."""
    return hash_of_content(
        [
            provenance.engine,
            provenance.model,
            provenance.prompt_hash,
            provenance.input_hash,
            language,
            interview_title,
            provenance.is_blind,
        ]
    )
