"""Voices and ears of the local stack."""

import io
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from gather.core.words import words
from gather.ports.failure import EngineFailed
from gather.ports.transcription import (
    Transcribed,
    TranscriptionFailed,
    TranscriptionPending,
    TranscriptionResult,
)
from local_stack.engines.espeak_speech import EspeakSpeech
from local_stack.engines.server_client import EngineServer
from local_stack.engines.stack_speech import PIPER_NARRATORS, StackSpeech
from local_stack.engines.whisper_transcription import WhisperTranscription
from tests.builders import encoded_sound
from tests.builders.encoded_sound import wav
from tests.doubles.engines import InMemoryMedia
from tests.support.waiting import wait_until

_RATE = 16_000


def _media(**recordings: bytes) -> InMemoryMedia:
    media = InMemoryMedia()
    for name, content in recordings.items():
        media.put(name, content, "audio/wav")
    return media


def test_every_local_voice_speaks_a_readable_recording() -> None:
    speech = EspeakSpeech()

    for narrator in speech.narrators():
        audio = speech.synthesize("One, two, three.", narrator.id)
        with wave.open(io.BytesIO(audio.content)) as recording:
            assert recording.getnchannels() == 1
            assert recording.getnframes() > recording.getframerate() // 2


def test_a_script_is_spoken_to_its_end_even_behind_a_nul() -> None:
    speech = EspeakSpeech()
    narrator_id = speech.narrators()[0].id

    cut = speech.synthesize("One two three four five", narrator_id)
    whole = speech.synthesize("One two three four five\0 six seven eight nine ten", narrator_id)

    assert len(whole.content) > 1.5 * len(cut.content)


def test_a_narrator_has_espeaks_voice_where_the_server_does_not_respond() -> None:
    alone, with_server = StackSpeech(None), StackSpeech(EngineServer("http://127.0.0.1:9/v1", "no key"))
    [narrator] = [each for each in with_server.narrators() if each.name in PIPER_NARRATORS]

    spoken = with_server.synthesize("One, two, three.", narrator.id)

    # The same but for espeak-ng's breath.
    assert len(spoken.content) == pytest.approx(
        len(alone.synthesize("One, two, three.", narrator.id).content), rel=0.05
    )
    assert "Piper" in narrator.description
    assert [each.id for each in alone.narrators()] == [each.id for each in with_server.narrators()]
    assert all("espeak-ng" in each.description for each in alone.narrators())


@pytest.mark.models("piper-joe")
def test_pipers_narrator_speaks_by_the_server(engine_server: EngineServer) -> None:
    speech = StackSpeech(engine_server)
    narrators = {each.name: each.id for each in speech.narrators()}
    text = "Thank you for your answer. Let us go on with the next question."

    spoken = speech.synthesize(text, narrators["Alan"])

    assert spoken != StackSpeech(None).synthesize(text, narrators["Alan"])
    assert speech.synthesize(text, narrators["Alan"]) == spoken
    with wave.open(io.BytesIO(spoken.content)) as recording:
        assert recording.getframerate() == 22_050
        assert 2.5 < recording.getnframes() / recording.getframerate() < 6


SAID = "I called the customer and found a solution for the late delivery"


def _heard(
    server: EngineServer | None, recording: bytes | None, folder: Path, language: str = "en"
) -> TranscriptionResult:
    """What the engine makes of a recording, none of which has come where it is None."""
    media = _media() if recording is None else _media(answer=recording)
    transcription = WhisperTranscription(server, media, folder)
    transcription.start("job", "answer", language)
    wait_until(lambda: not isinstance(transcription.result("job"), TranscriptionPending))
    return transcription.result("job")


@pytest.fixture(scope="module")
def spoken() -> bytes:
    """SAID, as a WAV."""
    speech = EspeakSpeech()
    return speech.synthesize(SAID, speech.narrators()[0].id).content


@pytest.mark.models("whisper-base")
@pytest.mark.parametrize(
    "encode",
    [
        encoded_sound.webm,
        encoded_sound.safari_mp4,
        encoded_sound.ogg,
        encoded_sound.voice_memo,
        encoded_sound.film,
        bytes,
    ],
)
def test_what_browsers_and_phones_record_is_heard(
    tmp_path: Path, spoken: bytes, encode: Callable[[bytes], bytes], engine_server: EngineServer
) -> None:
    result = _heard(engine_server, encode(spoken), tmp_path)

    assert isinstance(result, Transcribed)
    # A lossy codec can damage the last word so that it is not recognized.
    assert words(result.text)[:10] == words(SAID)[:10]
    times = [word.seconds for word in result.words]
    assert times == sorted(times)
    assert 2 < times[-1] - times[0] < 6
    assert result.certainty is not None
    assert 0.5 < result.certainty <= 1


@pytest.mark.models("whisper-base")
def test_of_a_recording_that_was_cut_off_the_beginning_is_heard(
    tmp_path: Path, spoken: bytes, engine_server: EngineServer
) -> None:
    whole = encoded_sound.webm(spoken)

    result = _heard(engine_server, whole[: len(whole) * 2 // 3], tmp_path)

    assert isinstance(result, Transcribed)
    assert words(result.text)[:4] == words(SAID)[:4]
    assert words(result.text) != words(SAID)


@pytest.mark.models("whisper-base")
def test_a_recording_that_cannot_be_read_fails_with_what_is_wrong(
    tmp_path: Path, engine_server: EngineServer
) -> None:
    result = _heard(engine_server, b"\x1aE\xdf\xa3", tmp_path)

    assert result == TranscriptionFailed("The recording is of no known kind, or damaged at its beginning.")


def test_a_recording_that_never_came_fails(tmp_path: Path) -> None:
    server = EngineServer("http://127.0.0.1:9/v1", "no key")

    assert _heard(server, None, tmp_path) == TranscriptionFailed("There is no recording under the media key.")


@pytest.mark.models("whisper-base")
@pytest.mark.parametrize("frames", [b"", bytes(2 * _RATE)])
def test_silence_is_transcribed_as_nothing(
    tmp_path: Path, frames: bytes, engine_server: EngineServer
) -> None:
    assert _heard(engine_server, wav(frames), tmp_path) == Transcribed("")


def test_a_server_that_does_not_respond_leaves_the_job_pending(tmp_path: Path, spoken: bytes) -> None:
    transcription = WhisperTranscription(
        EngineServer("http://127.0.0.1:9/v1", "no key"), _media(answer=spoken), tmp_path
    )
    transcription.start("job", "answer", "en")

    assert transcription.result("job") == TranscriptionPending()


def test_without_the_server_no_language_is_understood(tmp_path: Path) -> None:
    transcription = WhisperTranscription(None, _media(), tmp_path)

    assert not transcription.understands("en")
    assert WhisperTranscription(EngineServer("http://127.0.0.1:9/v1", ""), _media(), tmp_path).understands(
        "ar"
    )


@pytest.mark.parametrize("job_id", ["../job", "", "a/b", "a" * 201])
def test_a_job_id_cannot_leave_the_folder(tmp_path: Path, job_id: str) -> None:
    transcription = WhisperTranscription(None, _media(), tmp_path)

    with pytest.raises(EngineFailed):
        transcription.start(job_id, "answer", "en")
    with pytest.raises(EngineFailed):
        transcription.result(job_id)
