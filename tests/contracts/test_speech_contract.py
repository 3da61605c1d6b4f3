"""The contract of every speech engine."""

from uuid import UUID

import pytest

from gather.ports.failure import EngineFailed
from gather.ports.speech import Speech


def test_lists_narrators_with_unique_permanent_ids(speech: Speech) -> None:
    ids = [narrator.id for narrator in speech.narrators()]

    assert len(ids) >= 2
    assert len(set(ids)) == len(ids)
    assert all(str(UUID(narrator_id)) == narrator_id for narrator_id in ids)


def test_describes_each_narrator(speech: Speech) -> None:
    for narrator in speech.narrators():
        assert narrator.name
        assert narrator.language
        assert narrator.gender in ("female", "male")
        assert narrator.description


def test_finds_a_narrator_by_its_id(speech: Speech) -> None:
    narrator = speech.narrators()[1]

    assert speech.narrator(narrator.id) == narrator


def test_knows_no_other_narrator(speech: Speech) -> None:
    assert speech.narrator("00000000-0000-4000-8000-000000000000") is None


def test_speaks_a_script(speech: Speech) -> None:
    audio = speech.synthesize("Why would you like to work with us?", speech.narrators()[0].id)

    assert audio.content
    assert audio.content_type.startswith("audio/")


def test_speaks_more_for_a_longer_script(speech: Speech) -> None:
    narrator_id = speech.narrators()[0].id

    short = speech.synthesize("Why would you like to work with us?", narrator_id)
    long = speech.synthesize("Why would you like to work with us? " * 100, narrator_id)

    assert len(long.content) > 50 * len(short.content)


def test_refuses_an_unknown_narrator_for_good(speech: Speech) -> None:
    with pytest.raises(EngineFailed) as failure:
        speech.synthesize("Hello.", "00000000-0000-4000-8000-000000000000")

    assert not failure.value.retryable


@pytest.mark.parametrize("script", ["", "  \n", "...!"])
def test_refuses_a_script_without_a_word_for_good(speech: Speech, script: str) -> None:
    with pytest.raises(EngineFailed) as failure:
        speech.synthesize(script, speech.narrators()[0].id)

    assert not failure.value.retryable
