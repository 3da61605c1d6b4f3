"""Speech by OpenAI's protocol."""

import pytest

from gather.compatible.speech import CompatibleSpeech, voices_of
from gather.ports.failure import EngineFailed
from tests.compatible.conftest import Serving
from tests.doubles.engines import ScriptedSpeech
from tests.doubles.openai_server import OpenaiServer, Said, refused

MP3 = Said(b"\xff\xfb\x90\x00sound", headers={"Content-Type": "audio/mpeg"})


def _speech(serving: Serving, *said: Said) -> tuple[CompatibleSpeech, OpenaiServer]:
    server, running = serving(*said or (MP3,))
    return CompatibleSpeech(server, "tts-1", ScriptedSpeech()), running


def test_a_script_is_spoken_by_the_narrator_s_name(serving: Serving) -> None:
    speech, running = _speech(serving)
    narrator = speech.narrators()[0]

    spoken = speech.synthesize("Hello, Grace.", narrator.id)

    (asked,) = running.asked
    assert asked.path == "/v1/audio/speech"
    assert asked.body == {
        "model": "tts-1",
        "input": "Hello, Grace.",
        "voice": narrator.name.lower(),
        "response_format": "mp3",
    }
    assert (spoken.content, spoken.content_type) == (MP3.body, "audio/mpeg")


@pytest.mark.parametrize(
    ("voices", "voice"),
    [("{}=nova,*=alloy", "nova"), ("x=nova, *=alloy", "alloy"), ("x=nova", "{}"), ("", "{}")],
)
def test_a_server_s_own_voices_may_stand_for_narrators(serving: Serving, voices: str, voice: str) -> None:
    server, running = serving(MP3)
    narrator = ScriptedSpeech().narrators()[0]
    name = narrator.name.lower()
    speech = CompatibleSpeech(server, "tts-1", ScriptedSpeech(), voices_of(voices.format(name)))

    speech.synthesize("Hello.", narrator.id)

    assert running.asked[0].body["voice"] == voice.format(name)


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"ID3\x04", "audio/mpeg"),
        (b"RIFF1234WAVE", "audio/wav"),
        (b"OggS", "audio/ogg"),
        (b"fLaC", "audio/flac"),
    ],
)
def test_a_sound_is_known_by_its_first_bytes(serving: Serving, content: bytes, content_type: str) -> None:
    speech, _ = _speech(serving, Said(content, headers={"Content-Type": "application/octet-stream"}))

    assert speech.synthesize("Hello.", speech.narrators()[0].id).content_type == content_type


@pytest.mark.parametrize("said", [Said({"status": "ok"}), Said(b"", headers={"Content-Type": "audio/mpeg"})])
def test_what_is_no_sound_is_asked_for_again(serving: Serving, said: Said) -> None:
    speech, _ = _speech(serving, said)

    with pytest.raises(EngineFailed) as failure:
        speech.synthesize("Hello.", speech.narrators()[0].id)

    assert failure.value.retryable


def test_a_long_script_is_spoken_in_passages(serving: Serving) -> None:
    speech, running = _speech(serving)

    speech.synthesize("A sentence of this. " * 400, speech.narrators()[0].id)

    assert [len(asked.body["input"]) <= 4_000 for asked in running.asked] == [True, True]


def test_a_voice_that_the_server_refuses_is_refused(serving: Serving) -> None:
    speech, _ = _speech(serving, refused("Unknown voice", 400))

    with pytest.raises(EngineFailed) as failure:
        speech.synthesize("Hello.", speech.narrators()[0].id)

    assert not failure.value.retryable
