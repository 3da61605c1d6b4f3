"""The comparison of candidates who took the same interview (interface: Comparison, rules 1 to 3)."""

from collections.abc import Iterable, Mapping

from gather.content.scorecards.models import ScoreCardTemplate
from gather.core.errors import Fault, ValidationFailed
from gather.core.model import Model
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidates.models import Candidate
from gather.screening.decisions.models import DecisionWord
from gather.screening.evaluations.models import StoredEvaluation

MOST_OTHERS = 5


class ComparedTopic(Model):
    """A topic of the interview's active scorecard."""

    topic: str
    weight: int | float
    """The topic's weight, from 0 to 100."""


class ComparedScore(Model):
    """A candidate's score in a topic."""

    topic: str
    score: int | float | None
    """The score, from 0 to 100; null for none."""


class ComparedCandidate(Model):
    """A candidate beside others."""

    candidate_interview_id: str
    """The candidate interview."""
    candidate_id: str
    """The candidate."""
    first_name: str | None
    last_name: str | None
    score: int | float | None
    """The score of the whole interview; null for none."""
    topic_scores: list[ComparedScore]
    """The scores by topic, in the order of `topics`."""
    decision: DecisionWord | None
    """The decision that counts; null before one."""


class Comparison(Model):
    """Candidates beside each other, by the topics of their interview's active scorecard."""

    topics: list[ComparedTopic]
    """The topics, in the scorecard's order."""
    candidates: list[ComparedCandidate]
    """The candidates: that of the path, then the others as they were named."""


def read_others(text: str, candidate_interview_id: str) -> list[str]:
    """The ids that a query names. Raises ValidationFailed unless there are 1 to 5 others, none twice."""
    others = [each.strip() for each in text.split(",") if each.strip()]
    if not 1 <= len(others) <= MOST_OTHERS:
        raise _fault(f"must name 1 to {MOST_OTHERS} other candidate interviews, with commas between them")
    if len({*others, candidate_interview_id}) != len(others) + 1:
        raise _fault("must name none twice, and not the one of the path")
    return others


def check_same_interview(records: Iterable[CandidateInterviewRecord]) -> None:
    """Raises ValidationFailed unless all are of one interview."""
    if len({record.interview_id for record in records}) > 1:
        raise _fault("must name candidate interviews of the same interview")


def _fault(message: str) -> ValidationFailed:
    return ValidationFailed([Fault("with", message)])


def compare_candidates(
    records: Iterable[CandidateInterviewRecord],
    candidates: Mapping[str, Candidate],
    evaluations: Mapping[str, StoredEvaluation],
    scorecard: ScoreCardTemplate | None,
) -> Comparison:
    """Compare candidate interviews in their order; `evaluations` are by candidate interview."""
    topics = [
        ComparedTopic(topic=each.topic, weight=each.weight)
        for each in (scorecard.topics if scorecard else ())
    ]
    return Comparison(
        topics=topics,
        candidates=[
            _compared(record, candidates[record.candidate_id], evaluations.get(record.id), topics)
            for record in records
            if record.candidate_id in candidates
        ],
    )


def _compared(
    record: CandidateInterviewRecord,
    candidate: Candidate,
    evaluation: StoredEvaluation | None,
    topics: Iterable[ComparedTopic],
) -> ComparedCandidate:
    scores = {each.topic.casefold(): each.score for each in (evaluation.topic_scores if evaluation else ())}
    return ComparedCandidate(
        candidate_interview_id=record.id,
        candidate_id=record.candidate_id,
        first_name=candidate.first_name,
        last_name=candidate.last_name,
        score=evaluation.score if evaluation else None,
        topic_scores=[
            ComparedScore(topic=each.topic, score=scores.get(each.topic.casefold())) for each in topics
        ],
        decision=record.decision,
    )
