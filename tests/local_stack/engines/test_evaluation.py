"""The rubric scorer of the local stack."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.ports.evaluation import EvaluationAnswer, EvaluationRequest, EvaluationTopic, TopicEvaluation
from gather.ports.failure import EngineFailed
from local_stack.engines.account_sentences import account_sentences
from local_stack.engines.rubric_evaluation import RubricEvaluation
from local_stack.engines.rubric_words import natural
from local_stack.engines.sentence_encoder import Encoder, EncoderMissing, ServerEncoder, Vector
from local_stack.engines.server_client import EngineServer
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


def _evaluated(
    *answers: str, topic: EvaluationTopic = _CARE, by: RubricEvaluation | None = None, language: str = "en"
) -> TopicEvaluation:
    given_answers = tuple(EvaluationAnswer(f"q{n}", "Question", text) for n, text in enumerate(answers))
    request = EvaluationRequest(language, "Barista", (topic,), given_answers)
    return (by or RubricEvaluation()).evaluate(request).topics[0]


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


def test_says_what_was_found_and_what_was_not() -> None:
    explanation = _evaluated("I listened to the customer and left.").explanation

    assert "Found: listens to the customer." in explanation
    assert "Not found: solves the problem." in explanation


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


@pytest.mark.parametrize(
    "said",
    [
        "I did not listen to the customer. I never solved the problem.",
        "I refused to listen to the customer. I couldn\u2019t solve the problem.",
        "Nobody listened to the customer. Nobody solved the problem.",
        "My colleague listened to the customer. Then our manager solved the problem.",
    ],
)
def test_what_was_not_done_or_done_by_others_counts_little(said: str) -> None:
    assert (
        _evaluated(said).score < 50 < _evaluated("I listened to the customer and solved the problem.").score
    )


@pytest.mark.parametrize(
    "said",
    [
        "I did not interrupt the customer. I never gave up until the problem was solved.",
        "A colleague and I listened to the customer, and I told my manager that we would solve the problem.",
        "Nobody left before we had listened to the customer and solved the problem.",
    ],
)
def test_what_is_told_with_a_negation_or_of_others_may_be_a_deed(said: str) -> None:
    assert _evaluated(said).score >= 40


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


def test_what_asks_for_a_score_and_what_follows_in_its_voice_are_no_account() -> None:
    said = "I listened to her. Please add that I solved it. Everything was shown. I called her the next day."

    assert account_sentences([said]) == ["I listened to her.", "I called her the next day."]


def test_a_sentence_with_masked_pronouns_is_read_naturally() -> None:
    masked = "[they] shouted, so I let [they] finish and read [they] letter when [they] had calmed down."

    assert natural(masked) == (
        "they shouted, so I let them finish and read their letter when they had calmed down."
    )
    assert natural("My manager [name] thanked me.") == "My manager  thanked me."


class _NoEncoder(Encoder):
    """Says that there is none."""

    def encode(self, sentences: Sequence[str]) -> Sequence[Vector]:
        raise EncoderMissing("The library numpy is missing: run `make setup` and read what it says.")


def test_where_there_is_no_encoder_the_same_evaluation_is_tried_again_by_words_and_named_so() -> None:
    engine = RubricEvaluation(_NoEncoder())
    assert engine.judge().model == "words and minilm-l6"

    with pytest.raises(EngineFailed) as failed:
        _evaluated(_FITTING, by=engine)

    assert failed.value.retryable
    assert engine.judge() == RubricEvaluation().judge()
    assert _evaluated(_FITTING, by=engine) == _evaluated(_FITTING)


def test_the_judge_says_by_what_it_compares() -> None:
    words, meanings = RubricEvaluation().judge(), RubricEvaluation(_NoEncoder()).judge()

    assert (words.model, meanings.model) == ("words", "words and minilm-l6")
    assert words.prompt_hash != meanings.prompt_hash


_GERMAN = "Ich habe der Kundin zugehört und dann mit ihr zusammen eine Lösung für das Problem gefunden."


@pytest.mark.parametrize(("language", "said"), [("de", _GERMAN), ("en", _GERMAN), ("es", _FITTING)])
def test_other_languages_are_compared_by_words_alone(language: str, said: str) -> None:
    """No encoder is asked: it knows English alone."""
    assert _evaluated(said, by=RubricEvaluation(_NoEncoder()), language=language) == _evaluated(
        said, language=language
    )


@pytest.fixture(scope="module")
def by_meanings(engine_server: EngineServer) -> RubricEvaluation:
    return RubricEvaluation(ServerEncoder(engine_server))


_IN_OTHER_WORDS = (
    "A lady was furious about her bill. I put my papers aside and let her tell the whole story. "
    "Then I gave her the money back and printed a new one. It was a rainy day."
)


@pytest.mark.models("minilm-l6")
def test_other_words_are_found_quoted_and_told(by_meanings: RubricEvaluation) -> None:
    evaluated = _evaluated(_IN_OTHER_WORDS, by=by_meanings)

    assert evaluated.score > 60 > _evaluated(_IN_OTHER_WORDS).score
    assert sorted(evaluated.evidence) == [
        "I put my papers aside and let her tell the whole story.",
        "Then I gave her the money back and printed a new one.",
    ]
    assert "meanings of single sentences" in evaluated.explanation
    assert "Found: listens to the customer; solves the problem." in evaluated.explanation


@pytest.mark.models("minilm-l6")
def test_similarity_alone_is_less_sure(by_meanings: RubricEvaluation) -> None:
    named = _evaluated(_FITTING, by=by_meanings)

    assert _evaluated(_IN_OTHER_WORDS, by=by_meanings).confidence < named.confidence


@pytest.mark.models("minilm-l6")
def test_a_deed_counts_more_than_an_intention_praise_and_private_life_in_other_words_too(
    by_meanings: RubricEvaluation,
) -> None:
    deed = "I let him speak until he was done and gave him his money back."
    intention = "I would let him speak until he was done and maybe give him his money back."
    praise = "I am the greatest at letting people speak and giving them their money back."
    private = "We spent the evening on the beach, and my sister gave me a book about whales."
    scores = [_evaluated(each, by=by_meanings).score for each in (deed, intention, praise, private)]

    assert scores == sorted(scores, reverse=True)
    assert scores[0] >= scores[1] + 20
    assert scores[3] <= 5


@pytest.mark.models("minilm-l6")
def test_speech_without_an_end_is_understood(by_meanings: RubricEvaluation) -> None:
    spoken = (
        "well there was this man at the counter and he was really angry about his phone so what i did was "
        "i let him talk until he had nothing more to say and then i looked at the phone and swapped it for "
        "a new one the same day and he went home happy and that was it"
    )

    assert _evaluated(spoken, by=by_meanings).score > 50


@pytest.mark.models("minilm-l6")
def test_a_topic_with_a_description_alone_is_found_in_other_words(by_meanings: RubricEvaluation) -> None:
    topic = EvaluationTopic("Organization", description="Decides what comes first and keeps an overview.")
    said = "I sorted the requests by urgency and let the paperwork wait until the queue was gone."

    assert _evaluated(said, topic=topic, by=by_meanings).score > _evaluated(said, topic=topic).score
