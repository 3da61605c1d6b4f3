"""The rules of survey questions by type (interface: Survey questions, rules 2 to 6)."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from gather.content.survey_questions.models import (
    ChangeSurveyQuestion,
    CreateSurveyQuestion,
    SurveyQuestion,
    SurveyQuestionChange,
    SurveyType,
    new_survey_question,
)
from gather.core.caller import TeamScope
from gather.core.identifiers import is_id

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
LATER = "2026-03-02T10:00:00.000Z"
SCOPE = TeamScope("organization", "team", "user")
WITHOUT_OPTIONS = {SurveyType.FREE_TEXT, SurveyType.YES_NO}


def options(count: int) -> list[dict[str, object]]:
    return [{"title": f"Option {number}", "weight": number} for number in range(count)]


def faulty(survey_type: SurveyType, body: dict[str, Any]) -> Iterable[str]:
    faults = CreateSurveyQuestion.cross_field_faults({"type": survey_type.value, **body})
    return [fault.field for fault in faults]


def question(survey_type: SurveyType, **body: Any) -> SurveyQuestion:
    request = CreateSurveyQuestion.model_validate({"type": survey_type, "title": "A question", **body})
    return new_survey_question(request, SCOPE, NOW)


def changed(before: SurveyQuestion, **body: Any) -> SurveyQuestion:
    sent = ChangeSurveyQuestion.model_validate(body).of_type(before.type)
    return before.change(SurveyQuestionChange.model_validate(sent), LATER)


@pytest.mark.parametrize("survey_type", SurveyType)
def test_a_type_with_options_needs_them_and_the_others_do_not(survey_type: SurveyType) -> None:
    expected = [] if survey_type in WITHOUT_OPTIONS else ["options"]

    bodies: list[dict[str, Any]] = [{}, {"options": None}, {"options": []}]
    for body in bodies:
        assert faulty(survey_type, body) == expected


@pytest.mark.parametrize(("count", "expected"), [(1, ["options"]), (2, []), (3, ["options"])])
def test_thumbs_have_two_options(count: int, expected: list[str]) -> None:
    assert faulty(SurveyType.THUMBS_UP_DOWN, {"options": options(count)}) == expected


def test_the_weighted_type_needs_a_weight_for_each_option() -> None:
    unweighted = [{"title": "One"}, {"title": "Two", "weight": 0}, {"title": "Three", "weight": None}]

    assert faulty(SurveyType.MULTIPLE_CHOICE_WEIGHTED, {"options": unweighted}) == [
        "options[0].weight",
        "options[2].weight",
    ]
    assert faulty(SurveyType.MULTIPLE_CHOICE, {"options": unweighted}) == []


@pytest.mark.parametrize("junk", ["Day", 7, True, {"title": "Day"}, ["Day"]])
def test_rules_survive_options_of_any_type(junk: object) -> None:
    for survey_type in SurveyType:
        list(faulty(survey_type, {"options": junk}))
        list(question(survey_type, options=options(2)).change_faults({"options": junk, "type": junk}))
    assert list(CreateSurveyQuestion.cross_field_faults({"type": junk})) == []


def test_new_options_get_ids_of_their_own_whatever_ids_are_sent() -> None:
    copied = [{"id": "mine", "title": "Day"}, {"id": "mine", "title": "Night"}]

    made = question(SurveyType.MULTIPLE_CHOICE, options=copied).options

    assert all(is_id(option.id) for option in made)
    assert len({option.id for option in made}) == 2
    assert [option.position for option in made] == [0, 1]


def test_patched_options_are_placed_by_their_order_and_keep_their_ids() -> None:
    before = question(SurveyType.MULTIPLE_CHOICE, options=options(3))
    first, _, third = before.options

    after = changed(
        before, options=[{"id": third.id, "title": "C"}, {"title": "D"}, {"id": first.id, "title": "A"}]
    )

    assert [(option.title, option.position) for option in after.options] == [("C", 0), ("D", 1), ("A", 2)]
    assert (after.options[0].id, after.options[2].id) == (third.id, first.id)
    assert is_id(after.options[1].id)


def test_a_type_may_be_repeated_and_not_changed() -> None:
    before = question(SurveyType.YES_NO)

    assert changed(before, type=SurveyType.YES_NO) == before.changed(updated_at=LATER)
    assert [fault.field for fault in before.change_faults({"type": "FREE_TEXT"})] == ["type"]


@pytest.mark.parametrize("survey_type", SurveyType)
def test_a_patch_never_stores_what_the_type_does_not_have(survey_type: SurveyType) -> None:
    everything = {
        "selectAllForFullScore": True,
        "maxCharacterLength": 50,
        "preferredOption": True,
        "options": options(2),
    }
    before = question(survey_type, **everything)

    after = changed(before, **everything)

    for member in ("select_all_for_full_score", "max_character_length", "preferred_option"):
        assert getattr(after, member) == getattr(before, member)
    assert bool(after.options) == bool(before.options)
