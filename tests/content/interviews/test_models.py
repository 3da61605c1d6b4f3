"""Rules of interviews (interface: Interviews, rules 2 and 3)."""

from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from gather.content.interviews.models import (
    MOST_KEYWORDS,
    MOST_QUESTIONS,
    InterviewDetail,
    InterviewStatus,
)
from gather.content.interviews.requests import (
    ChangeInterview,
    CreateInterview,
    new_interview,
    question_faults,
)
from gather.core.caller import TeamScope
from gather.core.errors import ValidationFailed
from gather.core.identifiers import new_id

LATER = "2026-03-03T09:30:00.000Z"
ACTIVE, PAUSED, CLOSED, ARCHIVED = InterviewStatus
ALLOWED = {(ACTIVE, PAUSED), (PAUSED, ACTIVE), (ACTIVE, CLOSED), (PAUSED, CLOSED), (CLOSED, ACTIVE)}


def interview(**fields: Any) -> InterviewDetail:
    request = CreateInterview.model_validate_json(
        '{"title": "Barista", "displayName": "Barista", "interviewType": "standard"}'
    )
    scope = TeamScope(new_id(), new_id(), new_id())
    return new_interview(request, scope, datetime(2026, 3, 2, tzinfo=UTC), None).changed(**fields)


@pytest.mark.parametrize(("current", "wanted"), list(product(InterviewStatus, repeat=2)))
def test_the_transitions_are_those_of_the_table(current: InterviewStatus, wanted: InterviewStatus) -> None:
    if current == wanted or (current, wanted) in ALLOWED:
        current.check_transition(wanted)
        return
    with pytest.raises(ValidationFailed) as refusal:
        current.check_transition(wanted)
    assert f"{current.value} (" in refusal.value.message
    assert f"{wanted.value} (" in refusal.value.message


@pytest.mark.parametrize(
    ("added", "removed", "left"),
    [
        (["b", "c"], [], ("a", "b", "c")),
        ([], ["a"], ("b",)),
        (["c"], ["a", "c"], ("b",)),
        (["a", "a"], ["z"], ("a", "b")),
    ],
)
def test_keywords_are_merged_and_removal_wins(
    added: list[str], removed: list[str], left: tuple[str, ...]
) -> None:
    change = ChangeInterview(keywords=tuple(added), removed_keywords=tuple(removed))

    assert change.apply(interview(keywords=("a", "b")), LATER).keywords == left


def test_keywords_do_not_add_up_to_more_than_there_may_be() -> None:
    full = interview(keywords=tuple(f"keyword {number}" for number in range(MOST_KEYWORDS)))
    one_more, other = (
        ChangeInterview(keywords=("a",)),
        ChangeInterview(keywords=("a",), removed_keywords=("keyword 7",)),
    )

    with pytest.raises(ValidationFailed) as refused:
        one_more.apply(full, LATER)

    assert [fault.field for fault in refused.value.faults] == ["keywords"]
    assert len(other.apply(full, LATER).keywords) == MOST_KEYWORDS


def test_what_changes_nothing_leaves_the_record_untouched() -> None:
    before = interview(keywords=("a",))

    assert ChangeInterview(keywords=("a",), title="Barista").apply(before, LATER) is before
    assert ChangeInterview(web_only=True).apply(before, LATER).updated_at == LATER


def test_a_change_cannot_bring_an_interview_over_its_number_of_questions() -> None:
    ids = tuple(new_id() for _ in range(MOST_QUESTIONS))
    full = interview(question_ids=ids[1:], ai_text_question_ids=(new_id(),))

    with pytest.raises(ValidationFailed) as refusal:
        ChangeInterview(question_ids=ids).apply(full, LATER)

    assert [fault.field for fault in refusal.value.faults] == ["questionIds"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"questionIds": ["a", "b", "a", "a"]}, ["questionIds[2]", "questionIds[3]"]),
        ({"surveyQuestions": [{"id": "a"}, {"id": "a"}]}, ["surveyQuestions[1].id"]),
        ({"surveyQuestions": ["a", None, {}, {}]}, []),
        ({"questionIds": "a", "surveyQuestions": {"id": "a"}}, []),
        ({"questionIds": ["a"], "surveyQuestions": [{"id": "a"}]}, []),
    ],
)
def test_repeated_questions_are_named(body: dict[str, object], fields: list[str]) -> None:
    assert [fault.field for fault in question_faults(body)] == fields


def test_archiving_is_done_once() -> None:
    gone = interview().archive(LATER)

    assert (gone.status, gone.archived_at) == (ARCHIVED, LATER)
    assert gone.archive("2026-04-01T00:00:00.000Z") is gone
