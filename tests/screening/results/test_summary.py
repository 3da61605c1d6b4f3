"""The summary of a result in three sentences (interface: Results, rule 15)."""

import re
from typing import Any

import pytest

from gather.core.language import LANGUAGES
from gather.screening.evaluations.models import (
    EvidencePlace,
    ScoreCard,
    ScoredBy,
    StoredEvaluation,
    StoredSurveyScore,
    SummaryStatus,
    TopicScore,
)
from gather.screening.results.summary import MET_FROM, ResultSummary, summarize

DONE = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, summary="")


def topic(name: str, score: int | None, *evidence: str, weight: int = 50, **more: object) -> TopicScore:
    place = EvidencePlace(question_id="q", turn_id=None, start=0, end=1, seconds=None)
    return TopicScore.model_validate(
        {
            "topic": name,
            "weight": weight,
            "score": score,
            "confidence": 0.6,
            "explanation": "",
            "evidence": evidence,
            "evidencePlaces": (place,) * len(evidence),
            **more,
        }
    )


def summary_of(*topics: TopicScore, unheard: int = 0, answers: int = 2, **stored: Any) -> ResultSummary:
    card = ScoreCard(overall_score=0, overall_explanation="", topic_scores=topics) if topics else None
    made = summarize(DONE.changed(**stored), card, unheard=unheard, answers=answers)
    assert made is not None
    return made


def choice(title: str, score: int | None, *, knocked_out: bool = False) -> StoredSurveyScore:
    return StoredSurveyScore(question_id=title, title=title, score=score, knocked_out=knocked_out)


def test_says_what_is_met_what_is_not_and_what_to_ask_next() -> None:
    summary = summary_of(
        topic("Teamwork", 40, "We shared the work. Then we had cake."),
        topic("Care", 90, "I listened first"),
        topic("Order", 20, ask_next="Names the order in which it was done"),
    )

    assert summary.sentences("en") == (
        "Met: Care (90 of 100, “I listened first”).",
        "Not met: Order (20 of 100), Teamwork (40 of 100, “We shared the work”).",
        "Ask next about Order: Names the order in which it was done.",
    )


@pytest.mark.parametrize(("score", "is_met"), [(MET_FROM - 1, False), (MET_FROM, True)])
def test_a_topic_is_met_above_the_middle_of_the_rubric(score: int, is_met: bool) -> None:
    met, not_met, _ = summary_of(topic("Care", score)).sentences("en")

    assert ("Care" in met, "Care" in not_met) == (is_met, not is_met)


def test_follows_the_score_of_a_person() -> None:
    by_person = topic("Care", 95, "I listened first", scored_by=ScoredBy.PERSON)

    met, not_met, following = summary_of(by_person, topic("Order", 70)).sentences("en")

    assert "Care (95 of 100, “I listened first”)" in met
    assert not_met == "Not met: nothing."
    assert following == "Ask next about Order."


def test_the_next_question_is_about_what_has_left_most_of_the_score_open() -> None:
    light, heavy = topic("Light", 10, weight=5), topic("Heavy", 50, weight=95, ask_next="How?")

    assert summary_of(light, heavy).sentences("en")[2] == "Ask next about Heavy: How?"


def test_a_topic_without_a_score_is_neither_met_nor_not() -> None:
    met, not_met, following = summary_of(topic("Care", 80), topic("Order", None)).sentences("en")

    assert "Order" not in met
    assert not_met == "Not met: nothing; not scored: Order."
    assert following == "Ask next about Order."


def test_without_any_score_there_is_no_number() -> None:
    sentences = summary_of(topic("Care", None), topic("Order", None)).sentences("en")

    assert sentences[:2] == ("Nothing was scored.", "Not scored: Care, Order.")
    assert not re.search(r"\d", " ".join(sentences))


def test_what_could_not_be_transcribed_is_no_fault_and_wants_ears() -> None:
    assert summary_of(unheard=2).sentences("en") == (
        "Nothing was scored.",
        "2 recordings could not be transcribed, which is not the candidate’s fault.",
        "Listen next to what could not be transcribed, before you decide.",
    )


def test_what_could_be_transcribed_is_told_with_what_could_not() -> None:
    _, not_met, following = summary_of(topic("Care", 80), unheard=1).sentences("en")

    assert not_met == "Not met: nothing; one recording could not be transcribed."
    assert following.startswith("Listen next")


def test_choices_count_where_there_are_no_topics_and_rule_out_anywhere() -> None:
    survey = (choice("Licence", 0, knocked_out=True), choice("Start", 100), choice("Unscored", None))

    assert summary_of(survey=survey).sentences("en")[:2] == (
        "Met: Start (100 of 100).",
        "Not met: Licence (0 of 100); ruled out by: Licence.",
    )
    assert "ruled out by: Licence" in summary_of(topic("Care", 90), survey=survey).sentences("en")[1]


def test_with_nothing_left_open_the_answers_are_to_be_read() -> None:
    assert summary_of(topic("Care", 100)).sentences("en")[2].startswith("Read the answers next")


def test_many_topics_stay_one_sentence() -> None:
    met = summary_of(*(topic(f"Topic {n}", 90, "Said it") for n in range(7))).sentences("en")[0]

    assert met.count("“Said it”") == 2
    assert met.endswith("(90 of 100), 3 more.")


def test_a_long_quotation_is_cut_at_a_word() -> None:
    quoted = re.findall("“(.*?)”", summary_of(topic("Care", 90, "word " * 80)).sentences("en")[0])

    assert len(quoted[0]) < 130
    assert quoted[0].endswith("word …")


@pytest.mark.parametrize("language", LANGUAGES)
def test_is_three_sentences_in_each_language(language: str) -> None:
    summary = summary_of(topic("Care", 90, "Said it"), topic("Order", 10), topic("Calm", None), unheard=3)
    nothing = summary_of(unheard=1)

    for made in (summary, nothing, summary_of(answers=0), summary_of(answers=5)):
        sentences = made.sentences(language)
        assert all(re.fullmatch(r"[^.؟?!]+[.]", sentence) for sentence in sentences), sentences
        assert not re.search(r"[{}]", " ".join(sentences))


def test_a_name_in_the_other_direction_is_isolated() -> None:
    assert "\u2068Care\u2069" in summary_of(topic("Care", 90)).sentences("ar")[0]


def test_there_is_none_before_anything_was_evaluated() -> None:
    under_way = StoredEvaluation(run=1, summary_status=SummaryStatus.PROCESSING)

    assert summarize(under_way, None, unheard=0, answers=2) is None
