"""The contract of every evaluation engine."""

from gather.ports.evaluation import Evaluation, EvaluationAnswer, EvaluationRequest, EvaluationTopic

LOCAL = "local-rubric"
"""The engine that understands nothing that it could give an account of."""

_REQUEST = EvaluationRequest(
    language="en",
    interview_title="Barista",
    topics=(
        EvaluationTopic("Customer focus", 60, "Takes care of customers.", ("listens to the customer",)),
        EvaluationTopic("Teamwork", 40),
    ),
    answers=(
        EvaluationAnswer("q1", "Tell us about a guest.", "I listened to the customer. Then I helped."),
        EvaluationAnswer("q2", "And your team?", ""),
    ),
)


def test_scores_every_topic_in_the_order_of_the_scorecard(evaluation: Evaluation) -> None:
    result = evaluation.evaluate(_REQUEST)

    assert [topic.topic for topic in result.topics] == ["Customer focus", "Teamwork"]


def test_keeps_scores_and_confidence_within_bounds(evaluation: Evaluation) -> None:
    for topic in evaluation.evaluate(_REQUEST).topics:
        assert 0 <= topic.score <= 100
        assert 0 <= topic.confidence <= 1


def test_quotes_nothing_that_was_not_said(evaluation: Evaluation) -> None:
    said = [answer.text for answer in _REQUEST.answers]

    for topic in evaluation.evaluate(_REQUEST).topics:
        assert all(any(excerpt in text for text in said) for excerpt in topic.evidence)


def test_explains_and_summarizes(evaluation: Evaluation) -> None:
    result = evaluation.evaluate(_REQUEST)

    assert result.explanation
    assert result.summary or evaluation.judge().engine == LOCAL
    assert all(topic.explanation for topic in result.topics)


def test_summarizes_without_a_scorecard(evaluation: Evaluation) -> None:
    request = EvaluationRequest("en", "Barista", (), _REQUEST.answers)

    result = evaluation.evaluate(request)

    assert result.topics == ()
    assert result.summary or evaluation.judge().engine == LOCAL


def test_evaluates_an_interview_without_answers(evaluation: Evaluation) -> None:
    result = evaluation.evaluate(EvaluationRequest("en", "Barista", _REQUEST.topics, ()))

    assert len(result.topics) == 2
    assert all(topic.evidence == () for topic in result.topics)


def test_suggests_complete_topics_whose_weights_add_up(evaluation: Evaluation) -> None:
    topics = evaluation.suggest_topics("We look for a barista.", ["How do you treat a rude customer?"])

    assert 3 <= len(topics) <= 6
    assert sum(topic.weight for topic in topics) == 100
    for topic in topics:
        assert topic.topic
        assert topic.description
        assert topic.looking_for
        assert {"level1", "level3", "level5"} <= set(topic.score_descriptions)


def test_suggests_topics_for_nothing_at_all(evaluation: Evaluation) -> None:
    assert len(evaluation.suggest_topics("", [])) >= 3


def test_says_by_what_it_judges(evaluation: Evaluation) -> None:
    judge = evaluation.judge()

    assert judge == evaluation.judge()
    assert all((judge.engine, judge.model, judge.prompt_version))
    assert len(judge.prompt_hash) == 64


def test_judges_the_same_answers_alike(evaluation: Evaluation) -> None:
    assert evaluation.evaluate(_REQUEST) == evaluation.evaluate(_REQUEST)
