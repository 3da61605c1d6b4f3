"""The requests to Amazon Polly, and the joining of its files."""

from collections.abc import Callable
from typing import Any

import botocore.session
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.aws import clients as aws_clients
from gather.aws import mp3
from gather.aws.passages import passages
from gather.aws.polly_voices import VOICES
from gather.aws.speech import PollySpeech
from tests.doubles.aws_services import Call, FakeService, ServiceResponse

Behind = Callable[..., tuple[Any, FakeService]]

# MPEG 2 layer III, 48 kbit/s, 24 kHz: frames of 144 bytes.
_FRAME_HEADER = b"\xff\xf3\x64\xc4"
_FRAME_SIZE = 144


def _frame(filling: bytes) -> bytes:
    return (_FRAME_HEADER + filling).ljust(_FRAME_SIZE, b"\0")


def _file(filling: bytes) -> bytes:
    """Returns a file as encoders write it: a tag, a frame that states the length, the sound, a tag."""
    tag = b"ID3\x04\0\0\0\0\0\x0a" + b"\0" * 10
    return tag + _frame(b"\0" * 9 + b"Info") + _frame(filling) * 2 + b"TAG".ljust(128, b"\0")


def _speech(behind: Behind) -> tuple[PollySpeech, FakeService]:
    def answer(call: Call) -> ServiceResponse:
        return ServiceResponse(_file(call.body["Text"][:20].encode()), content_type="audio/mpeg")

    client, service = behind(aws_clients.polly, answer)
    return PollySpeech(client), service


def test_speaks_with_the_narrator_s_neural_voice(behind: Behind) -> None:
    speech, service = _speech(behind)
    amy = next(narrator for narrator in speech.narrators() if narrator.name == "Amy")

    audio = speech.synthesize("Hello there.", amy.id)

    assert audio.content_type == "audio/mpeg"
    assert audio.content == _file(b"Hello there.")
    request = service.calls[0].body
    assert (request["Engine"], request["VoiceId"], request["LanguageCode"]) == ("neural", "Amy", "en-GB")


def test_a_long_script_becomes_one_file_of_all_its_passages(behind: Behind) -> None:
    speech, service = _speech(behind)
    script = " ".join(f"Sentence number {number} is spoken in full." for number in range(200))

    audio = speech.synthesize(script, speech.narrators()[0].id)

    texts = [call.body["Text"] for call in service.calls]
    assert len(texts) > 1
    assert all(len(text) <= 3_000 for text in texts)
    assert " ".join(texts) == script
    assert audio.content == b"".join(_frame(text[:20].encode()) * 2 for text in texts)


def test_a_narrator_keeps_its_id() -> None:
    joanna = next(voice for voice in VOICES if voice.name == "Joanna")

    assert joanna.narrator.id == "7f47f706-919a-5dc9-b659-44fdb9eb55a1"


def test_every_voice_is_one_that_polly_has() -> None:
    model = botocore.session.Session().get_service_model("polly")
    names: Any = model.shape_for("VoiceId")
    languages: Any = model.shape_for("LanguageCode")

    assert {voice.name for voice in VOICES} <= set(names.enum)
    assert {voice.language for voice in VOICES} <= set(languages.enum)


def test_narrators_are_listed_without_a_client() -> None:
    def no_client() -> Any:
        raise AssertionError("a client was made")

    speech = PollySpeech(no_client)

    assert speech.narrator(speech.narrators()[0].id)


def test_a_single_file_is_left_as_it_is() -> None:
    assert mp3.joined([_file(b"one")]) == _file(b"one")


@pytest.mark.parametrize("content", [b"", b"ID3", b"\xff", b"\xff\xf3\xff\xff", b"not sound at all"])
def test_joining_leaves_what_is_no_mp3_alone(content: bytes) -> None:
    assert mp3.joined([content, content]) == content * 2


def test_passages_end_with_sentences() -> None:
    assert passages("One. Two! Three? Four.", 12) == ["One. Two!", "Three? Four."]


def test_passages_are_cut_between_words_where_a_sentence_is_too_long() -> None:
    assert passages("one two three four", 9) == ["one two", "three", "four"]


@given(st.text(), st.integers(1, 50))
def test_passages_keep_to_the_limit_and_lose_no_word(text: str, limit: int) -> None:
    cut = passages(text, limit)

    assert all(0 < len(passage) <= limit for passage in cut)
    spoken = "".join(character for passage in cut for character in passage if character.isalnum())
    assert spoken == "".join(character for character in text if character.isalnum())
