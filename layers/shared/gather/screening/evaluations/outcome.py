"""The outcome of an engine for an input, stored so that the same input gets the same outcome.

Interface: Provenance, rules 4 and 5.
"""

from gather.core.model import Model
from gather.screening.evaluations.input_hash import hash_content
from gather.screening.evaluations.models import Provenance, StoredTopicScore


class EvaluationOutcome(Model):
    """The engine's part of an evaluation, before anything that people decided."""

    topics: tuple[StoredTopicScore, ...]
    explanation: str
    summary: str
    provenance: Provenance


def outcome_hash(provenance: Provenance, language: str, interview_title: str) -> str:
    """The hash of everything that an outcome of an interview depends on, from the engine to the language."""
    return hash_content(
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
