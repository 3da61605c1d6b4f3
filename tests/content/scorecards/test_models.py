"""Scorecard topics and versions (interface: Scorecards, rules 1 to 4)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gather.content.scorecards.models import (
    MOST_TEXT_BYTES,
    ScoreCardTopics,
    TopicRequest,
    default_description,
    new_template,
    topic_faults,
    topics_of,
)

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
LATER = "2026-03-02T10:00:00.000Z"


def topic(**fields: Any) -> TopicRequest:
    return TopicRequest.model_validate({"topic": "Teamwork", "weight": 40, **fields})


@pytest.mark.parametrize("missing", [{}, {"description": None}, {"description": ""}])
def test_a_topic_without_a_description_gets_one_that_names_it(missing: dict[str, str | None]) -> None:
    (made,) = topics_of([topic(**missing)])

    assert made.description == default_description("Teamwork")
    assert "Teamwork" in default_description("Teamwork")


def test_a_description_that_is_given_is_kept() -> None:
    assert topics_of([topic(description="Helps others.")])[0].description == "Helps others."


@pytest.mark.parametrize("level", range(1, 6))
def test_a_level_has_two_names_and_is_stored_under_one(level: int) -> None:
    for name in (f"level{level}", str(level)):
        (made,) = topics_of([topic(scoreDescriptions={name: "So."})])
        assert made.score_descriptions is not None
        assert made.score_descriptions.model_dump() == {f"level{level}": "So."}


def test_topics_differ_by_more_than_case_and_space() -> None:
    topics = [{"topic": "Teamwork"}, {"topic": "Drive"}, {"topic": " TEAMWORK"}, {"topic": "drive "}]

    assert [fault.field for fault in topic_faults("scoreCardTopics", topics)] == [
        "scoreCardTopics[2].topic",
        "scoreCardTopics[3].topic",
    ]


def test_the_text_of_all_topics_is_bounded_in_bytes() -> None:
    fitting = [{"topic": "Teamwork", "lookingFor": ["é" * ((MOST_TEXT_BYTES - 8) // 2)]}]
    overflowing = [*fitting, {"topic": "x"}]

    assert list(topic_faults("topics", fitting)) == []
    assert [fault.field for fault in topic_faults("topics", overflowing)] == ["topics"]


@pytest.mark.parametrize("junk", [None, "Teamwork", 7, {"topic": "x"}, [None, 7, ["x"], {"topic": 7}]])
def test_rules_survive_topics_of_any_type(junk: object) -> None:
    assert list(ScoreCardTopics.cross_field_faults({"topics": junk})) == []


def test_a_template_goes_through_versions_and_ends_as_history() -> None:
    first = new_template("interview", [topic()], NOW)
    second = first.replace_topics([topic(topic="Drive")], LATER)

    assert (first.version, first.is_active, first.created_at) == (1, True, "2026-03-02T09:30:00.000Z")
    assert (second.id, second.version, second.is_active) == (first.id, 2, True)
    assert (second.created_at, second.updated_at) == (first.created_at, LATER)
    assert [each.topic for each in second.topics] == ["Drive"]
    assert second.deactivate(LATER) == second.changed(is_active=False)


@pytest.mark.parametrize(("sent", "kept"), [(1e-300, 0), (33.3333333333, 33.333333), (100, 100)])
def test_weights_keep_six_decimals(sent: float, kept: float) -> None:
    assert topics_of([topic(weight=sent)])[0].weight == kept
