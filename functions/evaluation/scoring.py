"""From answers to a score, a summary and a scored scorecard."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from evaluation.run import EvaluationRun, current, end
from gather.content.interview_storage import INTERVIEW
from gather.content.question import Question
from gather.content.question_storage import read_questions
from gather.content.scorecard import LONGEST_QUESTION, ScoreCardTemplate, Topic
from gather.content.scorecard_storage import active_scorecard
from gather.core.clock import timestamp
from gather.engines.answer_preparation import CandidateIdentity, PreparedText, prepared, restored
from gather.engines.protocols import (
    EvaluationAnswer,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
)
from gather.engines.score_confidence import ScoredMaterial, with_confidence
from gather.screening import evaluation as rules
from gather.screening import evaluation_outcome_storage
from gather.screening.candidate_interview import (
    Provenance,
    StoredAnswer,
    StoredEvaluation,
    StoredTopicScore,
    SummaryStatus,
)
from gather.screening.candidate_storage import CANDIDATE
from gather.screening.evaluation import survey_scores
from gather.screening.evaluation_outcome import EvaluationOutcome, outcome_hash
from gather.screening.human_score import with_engine_outcome
from gather.screening.input_hash import input_hash
from gather.screening.results import readable_answer
from gather.screening.whole_candidate_interview_storage import WholeCandidateInterview
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organization import UNMASKED_SCORING
from gather.tenancy.organization_storage import has_feature
from gather.wiring import Adapters


def evaluate(adapters: Adapters, run: EvaluationRun) -> bool:
    """Score and summarize the answers and end the run. Always True. Raises EngineFailed.

    A run that heard nothing scores no topic, because there is nothing to score it by.
    """
    whole = current(adapters, run)
    if whole is None:
        return True
    questions = read_questions(adapters.records.table, run.team_id, whole.record.asked or ())
    scorecard = active_scorecard(adapters.records, run.team_id, whole.record.interview_id)
    answers = whole.answers.values()
    heard_nothing = rules.heard_nothing(answers)
    told = input_hash(questions, whole.answers, scorecard.topics if scorecard else ())
    topics = scorecard.topics if scorecard and not heard_nothing else ()
    request = _request(adapters.records, whole, questions, topics)
    made = _outcome(adapters, run, whole, _ScoringTask(request, topics, scorecard, told))
    survey = survey_scores(questions, whole.answers)
    unheard = sum(answer.is_unheard for answer in answers)

    # The rules are applied to a kept outcome too, so that those of this release hold.
    scored = with_confidence(made.outcome.topics, _material(whole, request))

    def outcome(current: StoredEvaluation) -> StoredEvaluation:
        joined = with_engine_outcome(current, scored, survey, made.outcome.explanation, unheard)
        return joined.changed(
            summary_status=SummaryStatus.COMPLETE,
            summary=made.outcome.summary,
            evaluated_at=made.outcome.provenance.evaluated_at,
            heard_nothing=heard_nothing,
            provenance=made.outcome.provenance,
        )

    end(adapters, run, outcome, whole.record, made.keep)
    return True


@dataclass(frozen=True, slots=True)
class _ScoringTask:
    """What is to be judged; `input_hash` is that of the questions, the answers and the scorecard."""

    request: EvaluationRequest
    topics: tuple[Topic, ...]
    scorecard: ScoreCardTemplate | None
    input_hash: str


@dataclass(frozen=True, slots=True)
class _ScoringOutcome:
    """An outcome; `keep` stores one that is new."""

    outcome: EvaluationOutcome
    keep: Callable[[UnitOfWork], None] | None = None


def _outcome(
    adapters: Adapters, run: EvaluationRun, whole: WholeCandidateInterview, task: _ScoringTask
) -> _ScoringOutcome:
    """What the engine made of the same input before, or what it makes of it now."""
    engine = adapters.engines.evaluation()
    evaluated_at = timestamp(adapters.clock.now())
    table = adapters.records.table
    is_blind = not has_feature(table, whole.record.organization_id, UNMASKED_SCORING)
    provenance = _provenance(engine.judge(), task, evaluated_at, is_blind=is_blind)
    key = outcome_hash(provenance, task.request.language, task.request.interview_title)
    if whole.evaluation is None or not whole.evaluation.asks_anew:
        kept = evaluation_outcome_storage.find(table, run.team_id, run.candidate_interview_id, key)
        if kept is not None:
            return _ScoringOutcome(kept)
    texts = _prepared(task.request, _identity(adapters.records, whole) if is_blind else None)
    begun = monotonic()
    result = engine.evaluate(_seen(task.request, texts))
    duration_ms = round(1_000 * (monotonic() - begun))
    outcome = EvaluationOutcome(
        topics=_topic_scores(task.topics, result, texts),
        explanation=result.explanation if task.topics else "",
        summary=result.summary,
        provenance=provenance.changed(duration_ms=duration_ms, tokens=result.tokens),
    )

    def keep(unit: UnitOfWork) -> None:
        evaluation_outcome_storage.keep(unit, run.team_id, run.candidate_interview_id, key, outcome)

    return _ScoringOutcome(outcome, keep)


def _request(
    records: Records, whole: WholeCandidateInterview, questions: list[Question], topics: tuple[Topic, ...]
) -> EvaluationRequest:
    interview = records.get(INTERVIEW, whole.record.team_id, whole.record.interview_id).record
    return EvaluationRequest(
        language=interview.language,
        interview_title=interview.title,
        topics=tuple(_topic(topic) for topic in topics),
        answers=_answers(whole, questions),
    )


def _answers(whole: WholeCandidateInterview, questions: list[Question]) -> tuple[EvaluationAnswer, ...]:
    """What the candidate said and wrote; the choices too where there is nothing else to go by."""
    texts = [
        (question, readable_answer(whole.answers[question.id], question.content))
        for question in questions
        if question.id in whole.answers
    ]
    given = [(question, text) for question, text in texts if text]
    written = [(question, text) for question, text in given if question.is_written]
    return tuple(
        EvaluationAnswer(question.id, question.wording[:LONGEST_QUESTION], text)
        for question, text in written or given
    )


def _material(whole: WholeCandidateInterview, request: EvaluationRequest) -> ScoredMaterial:
    """What the confidence in the scores goes by."""
    recordings = [answer for answer in whole.answers.values() if answer.media_id]
    return ScoredMaterial(
        language=request.language,
        texts=[answer.text for answer in request.answers],
        unheard=sum(answer.is_unheard for answer in recordings),
        recordings=len(recordings),
        heard_certainty=_certainty(recordings),
    )


def _certainty(recordings: list[StoredAnswer]) -> float | None:
    """How sure the transcription is of a word on average; None where it told of none."""
    known = [
        (answer.heard_certainty, len((answer.transcription or "").split()))
        for answer in recordings
        if answer.heard_certainty is not None
    ]
    count = sum(length for _, length in known)
    return sum(certainty * length for certainty, length in known) / count if count else None


def _topic(topic: Topic) -> EvaluationTopic:
    levels = topic.score_descriptions
    described = levels.model_dump(exclude_none=True) if levels else {}
    return EvaluationTopic(
        topic=topic.topic,
        weight=topic.weight,
        description=topic.description or "",
        looking_for=topic.looking_for or (),
        score_descriptions=described,
    )


def _identity(records: Records, whole: WholeCandidateInterview) -> CandidateIdentity:
    """What the scorer must not see of the candidate. Nothing is known of one who is gone."""
    stored = records.find(CANDIDATE, whole.record.team_id, whole.record.candidate_id)
    return CandidateIdentity((stored.record.first_name, stored.record.last_name) if stored else ())


def _prepared(request: EvaluationRequest, identity: CandidateIdentity | None) -> list[PreparedText]:
    return [prepared(answer.text, request.language, identity) for answer in request.answers]


def _seen(request: EvaluationRequest, texts: list[PreparedText]) -> EvaluationRequest:
    """The request with the answers as the engine may see them."""
    answers = zip(request.answers, texts, strict=True)
    return replace(request, answers=tuple(replace(answer, text=text.text) for answer, text in answers))


def _topic_scores(
    topics: tuple[Topic, ...], result: EvaluationResult, texts: list[PreparedText]
) -> tuple[StoredTopicScore, ...]:
    return tuple(
        StoredTopicScore(
            topic=topic.topic,
            weight=topic.weight,
            score=scored.score,
            confidence=scored.confidence,
            explanation=scored.explanation,
            evidence=restored(scored.evidence, texts),
        )
        for topic, scored in zip(topics, result.topics, strict=True)
    )


def _provenance(judge: Judge, task: _ScoringTask, evaluated_at: str, *, is_blind: bool) -> Provenance:
    scorecard = task.scorecard
    return Provenance(
        engine=judge.engine,
        model=judge.model,
        prompt_version=judge.prompt_version,
        prompt_hash=judge.prompt_hash,
        scorecard_template_id=scorecard.id if scorecard else None,
        scorecard_version=scorecard.version if scorecard else None,
        input_hash=task.input_hash,
        evaluated_at=evaluated_at,
        is_blind=is_blind,
    )
