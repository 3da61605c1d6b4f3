"""From answers to a score, a summary and a scored scorecard.

For example:

    judgement = judge(adapters, whole, scorecard)
    judgement.scored, judgement.survey
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.models import Question
from gather.content.questions.storage import list_questions
from gather.content.scorecards.models import LONGEST_QUESTION, ScoreCardTemplate, Topic
from gather.content.scorecards.storage import find_active_scorecard
from gather.content.survey_questions.rules import SurveyAnswerScore
from gather.core.clock import timestamp
from gather.ports.evaluation import (
    EvaluationAnswer,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
)
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.evaluations import outcome_storage
from gather.screening.evaluations import overall_score as rules
from gather.screening.evaluations.answer_preparation import (
    CandidateIdentity,
    PreparedText,
    prepare,
    restore,
)
from gather.screening.evaluations.confidence import ScoredMaterial, apply_confidence_rules
from gather.screening.evaluations.input_hash import hash_content, input_hash
from gather.screening.evaluations.models import Provenance, StoredEvaluation, StoredTopicScore, SummaryStatus
from gather.screening.evaluations.outcome import EvaluationOutcome, outcome_hash
from gather.screening.evaluations.overall_score import survey_scores
from gather.screening.evaluations.run import EvaluationRun, end, find_current
from gather.screening.human_scores.models import merge_engine_outcome
from gather.screening.results.rules import readable_answer
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.engines import engines_of
from gather.tenancy.organizations.models import UNMASKED_SCORING
from gather.tenancy.organizations.storage import has_feature
from gather.wiring import Adapters

NO_ENGINE: Final = Judge("rules", "choices", "1", hash_content("choices 1"))
"""The judge where no engine is asked, because there are choices alone."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The scores of a candidate's answers by a scorecard, as an engine gives them.

    `scored` has its topics after the rules of confidence, `survey` the choices, and `unheard` counts the
    recordings that could not be understood. `language` is the interview's. `save` stores an outcome that is
    new.
    """

    outcome: EvaluationOutcome
    scored: Sequence[StoredTopicScore]
    survey: Sequence[SurveyAnswerScore]
    unheard: int
    heard_nothing: bool
    language: str
    save: Callable[[UnitOfWork], None] | None

    def merge_into(self, current: StoredEvaluation) -> StoredEvaluation:
        """The evaluation with this outcome; topics that people have scored stay as they are."""
        merged = merge_engine_outcome(
            current, self.scored, self.survey, self.outcome.explanation, self.unheard
        )
        return merged.changed(
            summary_status=SummaryStatus.COMPLETE,
            summary=self.outcome.summary,
            evaluated_at=self.outcome.provenance.evaluated_at,
            heard_nothing=self.heard_nothing,
            provenance=self.outcome.provenance,
            language=self.language,
            unheard=self.unheard,
        )


def evaluate(adapters: Adapters, run: EvaluationRun) -> bool:
    """Score and summarize the answers and end the run. Always True. Raises EngineFailed."""
    whole = find_current(adapters, run)
    if whole is None:
        return True
    scorecard = find_active_scorecard(adapters.records, run.team_id, whole.record.interview_id)
    asks_anew = whole.evaluation is not None and whole.evaluation.asks_anew
    judgement = judge(adapters, whole, scorecard, asks_anew=asks_anew)
    end(adapters, run, judgement.merge_into, whole.record, judgement.save)
    return True


def judge(
    adapters: Adapters,
    whole: WholeCandidateInterview,
    scorecard: ScoreCardTemplate | None,
    *,
    asks_anew: bool = False,
) -> Judgement:
    """Score and summarize the answers by `scorecard`, by what was made of the same input before unless it
    `asks_anew`. Stores nothing. Raises EngineFailed.

    Where nothing was heard no topic is scored, because there is nothing to score it by.
    """
    questions = list_questions(adapters.records.table, whole.record.team_id, whole.record.asked or ())
    answers = whole.answers.values()
    heard_nothing = rules.heard_nothing(answers)
    told = input_hash(questions, whole.answers, scorecard.topics if scorecard else ())
    topics = scorecard.topics if scorecard and not heard_nothing else ()
    request = _request(adapters.records, whole, questions, topics)
    task = _ScoringTask(request, topics, scorecard, told)
    outcome, save = _outcome(adapters, whole, task, asks_anew=asks_anew)
    return Judgement(
        outcome=outcome,
        # The rules are applied to a kept outcome too, so that those of this release hold.
        scored=apply_confidence_rules(outcome.topics, _material(whole, request)),
        survey=survey_scores(questions, whole.answers),
        unheard=sum(answer.is_without_weight for answer in answers),
        heard_nothing=heard_nothing,
        language=request.language,
        save=save,
    )


@dataclass(frozen=True, slots=True)
class _ScoringTask:
    """The input of an engine; `input_hash` is that of the questions, the answers and the scorecard."""

    request: EvaluationRequest
    topics: tuple[Topic, ...]
    scorecard: ScoreCardTemplate | None
    input_hash: str

    @property
    def needs_engine(self) -> bool:
        """Whether there is anything for an engine: choices are counted by the rules of their questions."""
        return bool(self.topics or self.request.answers)


def _outcome(
    adapters: Adapters, whole: WholeCandidateInterview, task: _ScoringTask, *, asks_anew: bool
) -> tuple[EvaluationOutcome, Callable[[UnitOfWork], None] | None]:
    """The outcome of the same input before, or a new one with the function that saves it."""
    record = whole.record
    engine = engines_of(adapters, record.organization_id).evaluation() if task.needs_engine else None
    evaluated_at = timestamp(adapters.clock.now())
    table = adapters.records.table
    is_blind = not has_feature(table, record.organization_id, UNMASKED_SCORING)
    judged_by = engine.judge() if engine else NO_ENGINE
    provenance = _provenance(judged_by, task, evaluated_at, is_blind=is_blind)
    key = outcome_hash(provenance, task.request.language, task.request.interview_title)
    if not asks_anew:
        kept = outcome_storage.find(table, record.team_id, record.id, key)
        if kept is not None:
            return kept, None
    if engine is None:
        return EvaluationOutcome(topics=(), explanation="", summary="", provenance=provenance), None
    texts = _prepare_texts(task.request, _identity(adapters.records, whole) if is_blind else None)
    begun = monotonic()
    result = engine.evaluate(_seen(task.request, texts))
    duration_ms = round(1_000 * (monotonic() - begun))
    if result.judge is not None and result.judge.engine != judged_by.engine:
        # Another engine stood in. When the first one answers again, it judges the same input itself.
        stood_in = _provenance(result.judge, task, evaluated_at, is_blind=is_blind)
        key = outcome_hash(stood_in, task.request.language, task.request.interview_title)
    provenance = _provenance(result.judge or judged_by, task, evaluated_at, is_blind=is_blind)
    outcome = EvaluationOutcome(
        topics=_topic_scores(task.topics, result, texts),
        explanation=result.explanation if task.topics else "",
        summary=result.summary,
        provenance=provenance.changed(duration_ms=duration_ms, tokens=result.tokens),
    )

    def save(unit: UnitOfWork) -> None:
        outcome_storage.save(unit, record.team_id, record.id, key, outcome)

    return outcome, save


def _request(
    records: Records, whole: WholeCandidateInterview, questions: list[Question], topics: tuple[Topic, ...]
) -> EvaluationRequest:
    interview = records.get(INTERVIEW, whole.record.team_id, whole.record.interview_id).record
    return EvaluationRequest(
        language=interview.language,
        interview_title=interview.title,
        topics=tuple(_topic(topic) for topic in topics),
        answers=_answers(whole, questions, has_topics=bool(topics)),
    )


def _answers(
    whole: WholeCandidateInterview, questions: list[Question], *, has_topics: bool
) -> tuple[EvaluationAnswer, ...]:
    """The candidate's words; the choices too where there is nothing else to score topics by.

    What was poorly heard is left out: no engine scores or quotes words that nobody may have said.
    """
    texts = [
        (question, readable_answer(whole.answers[question.id], question.content))
        for question in questions
        if question.id in whole.answers and not whole.answers[question.id].is_poorly_heard
    ]
    given = [(question, text) for question, text in texts if text]
    written = [(question, text) for question, text in given if question.is_written]
    return tuple(
        EvaluationAnswer(question.id, question.wording[:LONGEST_QUESTION], text)
        for question, text in written or (given if has_topics else ())
    )


def _material(whole: WholeCandidateInterview, request: EvaluationRequest) -> ScoredMaterial:
    """The material by which the confidence in the scores is judged."""
    recordings = [answer for answer in whole.answers.values() if answer.media_id]
    return ScoredMaterial(
        language=request.language,
        texts=[answer.text for answer in request.answers],
        unheard=sum(answer.is_without_weight for answer in recordings),
        recordings=len(recordings),
    )


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
    """The details of the candidate that the scorer must not see. Nothing is known of one who is gone."""
    stored = records.find(CANDIDATE, whole.record.team_id, whole.record.candidate_id)
    return CandidateIdentity((stored.record.first_name, stored.record.last_name) if stored else ())


def _prepare_texts(request: EvaluationRequest, identity: CandidateIdentity | None) -> list[PreparedText]:
    return [prepare(answer.text, request.language, identity) for answer in request.answers]


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
            evidence=restore(scored.evidence, texts),
            ask_next=scored.ask_next,
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
