"""The parts of an interview that a copy takes over (interface: Interview copies, rules 2 to 6)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.content.interviews.copy_rules import (
    CopyInterview,
    copy_template,
    duplicate_question,
    new_interview_copy,
    use_duplicates,
    waits_for_speech,
)
from gather.content.interviews.models import (
    InterviewDetail,
    InterviewStatus,
    InterviewSurveyQuestion,
    InterviewType,
)
from gather.content.scorecards.models import new_template
from gather.content.survey_questions.models import SurveyOption, SurveyQuestion, SurveyType
from gather.core.caller import TeamScope

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MOMENT, BEFORE = "2026-03-02T09:30:00.000Z", "2026-01-01T00:00:00.000Z"
HERE, THERE = TeamScope("o", "here", "grace"), TeamScope("o", "there", "ada")
COMMON = {
    "id": "original",
    "organization_id": "o",
    "team_id": "here",
    "created_by_id": "grace",
    "created_at": BEFORE,
    "updated_at": BEFORE,
    "archived_at": BEFORE,
}
INTERVIEW = InterviewDetail(
    **COMMON,
    title="Barista",
    display_name="Barista",
    interview_type=InterviewType.STANDARD,
    status=InterviewStatus.ARCHIVED,
    message_group_id="group",
    question_ids=("a", "gone", "b"),
    survey_questions=(InterviewSurveyQuestion(id="s", knockout=True),),
    keywords=("coffee",),
    knowledge_base_ids=("base",),
)


def copied(target: TeamScope = HERE, **body: Any) -> InterviewDetail:
    return new_interview_copy(INTERVIEW, CopyInterview.model_validate(body), target, NOW, "own group")


@pytest.mark.parametrize("target", [HERE, THERE])
def test_a_copy_is_a_new_active_interview_of_the_caller(target: TeamScope) -> None:
    copy = copied(target)

    assert copy.id != INTERVIEW.id
    assert (copy.team_id, copy.created_by_id) == (target.team_id, target.user_id)
    assert (copy.status, copy.archived_at) == (InterviewStatus.ACTIVE, None)
    assert (copy.created_at, copy.updated_at) == (MOMENT, MOMENT)
    assert copy.message_group_id == "own group"


def test_only_a_copy_in_the_same_team_is_marked_and_keeps_knowledge_bases() -> None:
    assert (copied(HERE).title, copied(THERE).title) == ("Barista (Copy)", "Barista")
    assert (copied(HERE).knowledge_base_ids, copied(THERE).knowledge_base_ids) == (("base",), ())
    assert copied(HERE).display_name == "Barista"


def test_questions_become_their_duplicates_in_the_same_order() -> None:
    copy = use_duplicates(copied(THERE), {"b": "b2", "a": "a2", "s": "s2"}, None)

    assert copy.question_ids == ("a2", "b2")
    assert copy.survey_questions == (InterviewSurveyQuestion(id="s2", knockout=True),)


@pytest.mark.parametrize(
    ("audio_url", "version", "speaks"),
    [
        ("https://x.example/1", None, False),
        ("https://x.example/1", "v", False),
        (None, "v", True),
        (None, None, False),
    ],
)
def test_only_what_is_still_to_be_spoken_is_spoken_for_the_duplicate(
    audio_url: str | None, version: str | None, speaks: bool
) -> None:
    question = AudioQuestionRecord(
        **COMMON, title="Why?", audio_url=audio_url, speech_version_id=version, speech_token=version and "t"
    )

    duplicate = duplicate_question(question, THERE, NOW)

    assert isinstance(duplicate, AudioQuestionRecord)
    assert waits_for_speech(duplicate) is speaks
    assert (duplicate.speech_version_id == version) is not speaks
    assert (duplicate.speech_token == question.speech_token) is not speaks
    assert (duplicate.team_id, duplicate.archived_at, duplicate.audio_url) == ("there", None, audio_url)


def test_options_of_a_duplicate_have_ids_of_their_own() -> None:
    options = (SurveyOption(id="1", title="Yes", weight=2, preferred=True, position=0),)
    question = SurveyQuestion(
        **COMMON, type=SurveyType.MULTIPLE_CHOICE_WEIGHTED, title="Which?", options=options
    )

    duplicate = duplicate_question(question, THERE, NOW)

    assert isinstance(duplicate, SurveyQuestion)
    (option,) = duplicate.options
    assert option.id != "1"
    assert option.changed(id="1") == options[0]


def test_a_template_keeps_its_topics_and_version_under_a_new_id() -> None:
    template = new_template("original", (), NOW).changed(version=7, is_active=False)

    copy = copy_template(template, {template.id: "other"}, "copy", NOW)

    assert (copy.id, copy.interview_id, copy.version, copy.is_active) == ("other", "copy", 7, False)
