"""The score that counts, and the time when it decides (interface: Human scores, rules 1 to 6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.caller import Actor
from gather.screening.evaluations.models import (
    EvaluationType,
    ScoredBy,
    StoredEvaluation,
    StoredTopicScore,
    SummaryStatus,
)
from gather.screening.human_scores.models import (
    ChangeScores,
    Scorer,
    TopicScoreChange,
    merge_engine_outcome,
    score_by_person,
)

SCORER = Scorer(Actor("credential", None), "2026-03-02T09:30:00.000Z")
SCORES = st.none() | st.integers(0, 100)
NAMES = ("Care", "Calm", "Craft")


def topic(name: str, score: int | None, by: ScoredBy = ScoredBy.AI) -> StoredTopicScore:
    return StoredTopicScore(
        topic=name, weight=10, score=score, confidence=0.5, explanation="Because.", scored_by=by
    )


def under_way(*topics: StoredTopicScore) -> StoredEvaluation:
    """An evaluation that runs, in which people have scored topics."""
    blank = StoredEvaluation(run=1, summary_status=SummaryStatus.PROCESSING)
    decided = merge_engine_outcome(blank, topics, [], "")
    return decided.changed(summary_status=SummaryStatus.PROCESSING)


@given(by_people=st.dictionaries(st.sampled_from(NAMES), st.integers(0, 100)), by_engine=st.data())
def test_no_evaluation_changes_a_score_of_a_person(
    by_people: dict[str, int], by_engine: st.DataObject
) -> None:
    current = under_way(*(topic(name, score, ScoredBy.PERSON) for name, score in by_people.items()))
    scored = [topic(name, by_engine.draw(SCORES)) for name in NAMES]

    outcome = merge_engine_outcome(current, scored, [], "")

    told = {each.topic: each for each in outcome.topic_scores}
    assert {name: told[name].score for name in by_people} == by_people
    for each in scored:
        if each.topic not in by_people and told:
            assert told[each.topic] == each
    known = [each.score for each in told.values() if each.score is not None]
    assert (outcome.score is None) == (not known)
    if known:
        assert min(known) <= (outcome.score or 0) <= max(known)


def test_a_topic_that_the_scorecard_lost_keeps_its_score() -> None:
    current = under_way(topic("Care", 20, ScoredBy.PERSON))

    outcome = merge_engine_outcome(current, [topic("Calm", 60)], [], "")

    assert [(each.topic, each.score) for each in outcome.topic_scores] == [("Calm", 60), ("Care", 20)]
    assert outcome.score == 40
    assert outcome.score_card is not None
    assert outcome.score_card.evaluation_type is EvaluationType.HYBRID


def test_scores_of_an_engine_end_with_the_scorecard() -> None:
    before = under_way(topic("Care", 20, ScoredBy.PERSON), topic("Calm", 60), topic("Craft", None))

    outcome = merge_engine_outcome(before, [], [], "")

    assert [(each.topic, each.score) for each in outcome.topic_scores] == [("Care", 20), ("Craft", None)]
    assert merge_engine_outcome(under_way(topic("Calm", 60)), [], [], "").score_card is None


PERSON, ENGINE = ScoredBy.PERSON, ScoredBy.AI


@pytest.mark.parametrize(
    ("status", "by", "decides"),
    [
        (SummaryStatus.COMPLETE, [ENGINE], True),
        (SummaryStatus.COMPLETE, [], True),
        (SummaryStatus.PROCESSING, [], False),
        (SummaryStatus.PROCESSING, [PERSON, ENGINE], False),
        (SummaryStatus.PROCESSING, [PERSON, PERSON], True),
        (SummaryStatus.ERROR, [], False),
        (SummaryStatus.ERROR, [PERSON, ENGINE], True),
        (SummaryStatus.PRE_SUMMARY_FEATURE, [PERSON, ENGINE], True),
    ],
)
def test_a_score_decides_once_no_run_can_change_it(
    status: SummaryStatus, by: list[ScoredBy], decides: bool
) -> None:
    topics = [topic(name, 50, each) for name, each in zip(NAMES, by, strict=False)]

    assert under_way(*topics).changed(summary_status=status).decides is decides


@pytest.mark.parametrize(
    ("status", "by", "decides"),
    [
        (SummaryStatus.COMPLETE, ENGINE, False),
        (SummaryStatus.COMPLETE, PERSON, True),
        (SummaryStatus.PROCESSING, PERSON, False),
    ],
)
def test_a_topic_without_a_score_waits_for_a_person(
    status: SummaryStatus, by: ScoredBy, decides: bool
) -> None:
    unscored = topic("Calm", 50).changed(score=None)
    evaluation = under_way(topic("Care", 50, by), unscored)

    assert evaluation.changed(summary_status=status, summary="Done.").decides is decides


def test_a_card_without_any_score_still_says_why() -> None:
    unscored = topic("Care", 0).changed(score=None, explanation="Not scored, a person decides.")

    after = merge_engine_outcome(under_way(), [unscored], [], "")

    assert after.score is None
    assert after.score_card is not None
    assert after.score_card.overall_explanation.startswith("Nothing in this interview is scored.")
    assert after.topic_scores == (unscored,)


def test_a_person_changes_only_what_the_request_names() -> None:
    before = merge_engine_outcome(under_way(), [topic("Care", 20), topic("Calm", 60)], [], "")
    request = ChangeScores(topic_scores=[TopicScoreChange(topic=" care", score=100, reason="Seen.")])

    after, changes = score_by_person(before, request, None, [], 0, SCORER)

    assert [(each.topic, each.score) for each in after.topic_scores] == [("Care", 100), ("Calm", 60)]
    assert after.topic_scores[1] == before.topic_scores[1]
    assert after.score == 80
    assert [(each.topic, each.before, each.after) for each in changes] == [("Care", 20, 100)]
