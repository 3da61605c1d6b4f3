"""From answers to a score, a summary and a scored scorecard."""

from evaluation.run import EvaluationRun, current, end
from gather.content.interview_storage import INTERVIEW
from gather.content.question import Question
from gather.content.question_storage import read_questions
from gather.content.scorecard import LONGEST_QUESTION, Topic
from gather.content.scorecard_storage import active_scorecard
from gather.core.clock import timestamp
from gather.engines.protocols import EvaluationAnswer, EvaluationRequest, EvaluationResult, EvaluationTopic
from gather.screening import evaluation as rules
from gather.screening.candidate_interview import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.screening.evaluation import OverallEvaluation, overall_evaluation, survey_answer_score
from gather.screening.results import readable_answer
from gather.screening.whole_candidate_interview_storage import WholeCandidateInterview
from gather.table.records import Records
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
    topics = scorecard.topics if scorecard and not heard_nothing else ()
    request = _request(adapters.records, whole, questions, topics)
    result = adapters.engines.evaluation().evaluate(request)
    overall = overall_evaluation(
        [
            rules.WeightedTopicScore(topic.topic, topic.weight, scored.score)
            for topic, scored in zip(topics, result.topics, strict=True)
        ],
        [
            survey_answer_score(each.survey, whole.answers.get(each.id), knockout=each.knockout)
            for each in questions
            if each.survey
        ],
        unheard=sum(answer.is_unheard for answer in answers),
    )
    outcome = _outcome(run, topics, result, overall, timestamp(adapters.clock.now()))
    end(adapters, run, outcome.changed(heard_nothing=heard_nothing), whole.record)
    return True


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


def _outcome(
    run: EvaluationRun,
    topics: tuple[Topic, ...],
    result: EvaluationResult,
    overall: OverallEvaluation,
    evaluated_at: str,
) -> StoredEvaluation:
    return StoredEvaluation(
        run=run.number,
        summary_status=SummaryStatus.COMPLETE,
        score=overall.overall_score,
        average_rating=overall.average_rating,
        summary=result.summary,
        score_card=_score_card(topics, result, overall),
        evaluated_at=evaluated_at,
    )


def _score_card(
    topics: tuple[Topic, ...], result: EvaluationResult, overall: OverallEvaluation
) -> StoredScoreCard | None:
    """The scored scorecard; None when there was nothing to score."""
    if overall.overall_score is None:
        return None
    explained = [overall.overall_explanation, *([result.explanation] if topics else [])]
    return StoredScoreCard(
        overall_score=overall.overall_score,
        overall_explanation=" ".join(explained),
        topic_scores=tuple(
            StoredTopicScore(
                topic=topic.topic,
                weight=topic.weight,
                score=scored.score,
                confidence=scored.confidence,
                explanation=scored.explanation,
                evidence=scored.evidence,
            )
            for topic, scored in zip(topics, result.topics, strict=True)
        ),
    )
