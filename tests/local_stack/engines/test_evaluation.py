"""The rubric scorer of the local stack."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.ports.evaluation import EvaluationAnswer, EvaluationRequest, EvaluationTopic, TopicEvaluation
from local_stack.engines.rubric_evaluation import RubricEvaluation
from local_stack.engines.words import stems

_CARE = EvaluationTopic(
    topic="Customer care",
    weight=100,
    description="Takes care of customers.",
    looking_for=("listens to the customer", "solves the problem"),
    score_descriptions={"level1": "Ignores people.", "level5": "Solves problems and follows up."},
)
_FITTING = (
    "A customer was upset. I listened to the customer and asked for the problem. "
    "We solved it together, and I followed up the next day."
)
_UNRELATED = "My favourite colour is blue. It rains quite often in the small town near the sea."


def _evaluated(*answers: str, topic: EvaluationTopic = _CARE) -> TopicEvaluation:
    given_answers = tuple(EvaluationAnswer(f"q{n}", "Question", text) for n, text in enumerate(answers))
    return RubricEvaluation().evaluate(EvaluationRequest("en", "Barista", (topic,), given_answers)).topics[0]


def test_a_fitting_answer_scores_higher_than_one_beside_the_point() -> None:
    assert _evaluated(_FITTING).score > 60
    assert _evaluated(_UNRELATED).score < 20


def test_saying_nothing_scores_nothing() -> None:
    assert _evaluated("").score == 0
    assert _evaluated().score == 0


def test_says_that_it_is_the_local_scorer_and_how_the_score_came_about() -> None:
    explanation = _evaluated(_FITTING).explanation

    assert "local rubric scorer" in explanation
    assert "what the scorecard looks for 100% (60% of the score)" in explanation
    assert "length" not in explanation


def test_quotes_the_sentences_that_fit_best() -> None:
    evidence = _evaluated(_UNRELATED, _FITTING).evidence

    assert evidence
    assert all(excerpt in _FITTING for excerpt in evidence)


def test_a_topic_with_a_name_alone_can_be_scored() -> None:
    topic = EvaluationTopic("Teamwork", 100)

    assert _evaluated("Teamwork is what I like.", topic=topic).score > 50


def test_to_be_asked_next_is_what_the_answers_name_the_least() -> None:
    topic = EvaluationTopic("Care", looking_for=("listens to the customer", "names a budget in figures"))

    asked = _evaluated("I listened to the customer and she thanked me.", topic=topic).ask_next

    assert asked == "names a budget in figures"
    assert _evaluated("I listened.", topic=EvaluationTopic("Care")).ask_next is None


def test_gives_no_account_of_what_it_does_not_understand() -> None:
    request = EvaluationRequest("de", "Barista", (_CARE,), (EvaluationAnswer("q", "Q", _FITTING),))

    assert RubricEvaluation().evaluate(request).summary == ""


@given(st.lists(st.sampled_from([*_FITTING.split(), *_UNRELATED.split()])), st.text(max_size=20))
def test_saying_more_never_costs_points(said: list[str], more: str) -> None:
    before = _evaluated(" ".join(said)).score

    assert before <= _evaluated(" ".join(said), more).score <= 100


def test_a_deed_counts_more_than_an_intention_and_praise_least() -> None:
    deed = _evaluated("I listened to the customer and solved the problem.").score
    intention = _evaluated("I would listen to the customer and solve the problem.").score
    praise = _evaluated("I am the best at listening to customers and solving problems.").score

    assert deed > intention > praise


def test_the_placeholders_of_masked_parts_count_nothing() -> None:
    topic = EvaluationTopic("Names and addresses", 100, looking_for=("a name", "an e-mail", "a school"))

    assert _evaluated("[name] of [school], [email], [address].", topic=topic).score == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("customers", "customer"), ("solving", "solved"), ("organization", "organized"), ("Listen", "listens")],
)
def test_inflected_words_are_the_same_word(one: str, other: str) -> None:
    assert stems(one) == stems(other)


def test_suggested_topics_fit_the_job() -> None:
    topics = RubricEvaluation().suggest_topics(
        "You serve customers in our shop and handle complaints with a service team.",
        ["Tell us how you helped a customer."],
    )

    assert topics[0].topic == "Customer focus"
    assert "Teamwork" in [topic.topic for topic in topics]
