"""The source of an audio question's sound (interface: Audio questions, rule 2)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gather.content.audio_questions.models import (
    AudioQuestionRecord,
    ChangeAudioQuestion,
    CreateAudioQuestion,
    new_question,
)
from gather.core.caller import TeamScope
from gather.core.errors import ValidationFailed

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
LATER = "2026-03-02T10:00:00.000Z"
SCOPE = TeamScope("organization", "team", "user")
RECORDING = "https://cdn.example.com/why-us.mp3"
SPOKEN = "https://gather.example.com/media/token"


def question(**body: Any) -> AudioQuestionRecord:
    return new_question(CreateAudioQuestion.model_validate({"title": "Why us?", **body}), SCOPE, NOW)


def changed(before: AudioQuestionRecord, **body: Any) -> AudioQuestionRecord:
    return before.change(ChangeAudioQuestion.model_validate(body), LATER)


def heard(script: str = "Why us?", narrator: str = "nora") -> AudioQuestionRecord:
    return question(questionScript=script, narratorId=narrator).publish_speech(SPOKEN, LATER)


def source(record: AudioQuestionRecord) -> tuple[str | None, str | None, str | None]:
    return record.audio_url, record.question_script, record.narrator_id


def test_each_script_has_a_version_and_an_unguessable_address_of_its_own() -> None:
    first, second = (question(questionScript="Why us?", narratorId="nora") for _ in range(2))

    assert first.speech_version_id != second.speech_version_id
    assert first.speech_token != second.speech_token
    assert len(first.speech_token or "") >= 43


def test_a_recording_has_no_version() -> None:
    recorded = question(audioURL=RECORDING, questionScript="Why us?", narratorId="nora")

    assert source(recorded) == (RECORDING, None, None)
    assert (recorded.speech_version_id, recorded.speech_token) == (None, None)


def test_a_patch_of_other_members_leaves_the_audio_alone() -> None:
    for before in (heard(), question(audioURL=RECORDING), heard().give_up_speech(LATER)):
        after = changed(before, title="Motivation")
        assert after == before.changed(title="Motivation", updated_at=LATER)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"questionScript": "Why now?"}, (None, "Why now?", "nora")),
        ({"narratorId": "norbert"}, (None, "Why us?", "norbert")),
        ({"questionScript": "Why now?", "narratorId": "norbert"}, (None, "Why now?", "norbert")),
    ],
)
def test_another_script_or_narrator_is_a_new_version_that_is_not_heard_yet(
    body: dict[str, str], expected: tuple[str | None, str, str]
) -> None:
    before = heard()

    after = changed(before, **body)

    assert source(after) == expected
    assert after.speech_version_id not in (None, before.speech_version_id)
    assert after.speech_token not in (None, before.speech_token)


@pytest.mark.parametrize("body", [{"questionScript": "Why us?"}, {"narratorId": "nora"}, {"audioURL": None}])
def test_the_same_script_and_narrator_are_the_version_that_there_is(body: dict[str, str | None]) -> None:
    for before in (heard(), question(questionScript="Why us?", narratorId="nora")):
        assert changed(before, **body) == before.changed(updated_at=LATER)


def test_the_same_script_is_a_new_version_after_the_engine_refused_it() -> None:
    refused = question(questionScript="Why us?", narratorId="nora").give_up_speech(LATER)

    assert changed(refused, questionScript="Why us?").speech_version_id is not None


def test_a_recording_replaces_speech_and_keeps_what_the_patch_ignores() -> None:
    after = changed(heard(), audioURL=RECORDING, questionScript="Other", narratorId="other")

    assert source(after) == (RECORDING, "Why us?", "nora")
    assert (after.speech_version_id, after.speech_token) == (None, None)


def test_a_recording_taken_away_leaves_the_script_to_be_spoken() -> None:
    recorded = changed(heard(), audioURL=RECORDING)

    after = changed(recorded, audioURL=None)

    assert source(after) == (None, "Why us?", "nora")
    assert after.speech_version_id is not None


def test_a_script_taken_away_leaves_its_audio() -> None:
    after = changed(heard(), questionScript=None)

    assert source(after) == (SPOKEN, None, "nora")
    assert after.speech_version_id is None


@pytest.mark.parametrize(
    ("before", "body", "faulty"),
    [
        (question(audioURL=RECORDING), {"questionScript": "Why?"}, {"narratorId"}),
        (question(audioURL=RECORDING), {"questionScript": "…"}, {"questionScript", "narratorId"}),
        (question(audioURL=RECORDING), {"audioURL": None}, {"audioURL"}),
        (question(questionScript="Why?", narratorId="nora"), {"questionScript": None}, {"audioURL"}),
        (heard(), {"narratorId": None}, {"narratorId"}),
    ],
)
def test_no_patch_leaves_a_question_without_a_source(
    before: AudioQuestionRecord, body: dict[str, str | None], faulty: set[str]
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        changed(before, **body)

    assert {fault.field for fault in refusal.value.faults} == faulty
