"""Voices and ears of the local stack."""

import io
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from gather.ports.failure import EngineFailed
from gather.ports.transcription import Transcribed, TranscriptionFailed, TranscriptionPending
from local_stack.engines.espeak_speech import EspeakSpeech
from local_stack.engines.pocketsphinx_transcription import PocketsphinxTranscription
from tests.builders import encoded_sound
from tests.builders.encoded_sound import wav
from tests.doubles.engines import InMemoryMedia

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


def test_another_language_fails_with_what_is_missing(tmp_path: Path) -> None:
    transcription = PocketsphinxTranscription(_media(answer=wav(b"")), tmp_path)
    transcription.start("job", "answer", "de")

    assert transcription.result("job") == TranscriptionFailed("The local stack transcribes English only.")


SAID = "one two three four five six"


@pytest.fixture(scope="module")
def spoken() -> bytes:
    """SAID, as a WAV."""
    speech = EspeakSpeech()
    return speech.synthesize(SAID, speech.narrators()[0].id).content


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
    tmp_path: Path, spoken: bytes, encode: Callable[[bytes], bytes]
) -> None:
    transcription = PocketsphinxTranscription(_media(answer=encode(spoken)), tmp_path)
    transcription.start("job", "answer", "en")

    result = transcription.result("job")

    assert isinstance(result, Transcribed)
    # A lossy codec can damage the last word so that it is not recognized.
    assert result.text.split()[:4] == SAID.split()[:4]
    times = [word.seconds for word in result.words]
    assert times == sorted(times)
    assert 0.3 < times[-1] - times[0] < 2.5


def test_of_a_recording_that_was_cut_off_the_beginning_is_heard(tmp_path: Path, spoken: bytes) -> None:
    whole = encoded_sound.webm(spoken)
    transcription = PocketsphinxTranscription(_media(answer=whole[: len(whole) * 2 // 3]), tmp_path)
    transcription.start("job", "answer", "en")

    result = transcription.result("job")

    assert isinstance(result, Transcribed)
    assert result.text.startswith("one two three")
    assert result.text != SAID


def test_a_recording_that_cannot_be_read_fails_with_what_is_wrong(tmp_path: Path) -> None:
    transcription = PocketsphinxTranscription(_media(answer=b"\x1aE\xdf\xa3"), tmp_path)
    transcription.start("job", "answer", "en")

    result = transcription.result("job")

    assert result == TranscriptionFailed("The recording is of no known kind, or damaged at its beginning.")


def test_a_recording_that_never_came_fails(tmp_path: Path) -> None:
    transcription = PocketsphinxTranscription(_media(), tmp_path)
    transcription.start("job", "answer", "en")

    assert transcription.result("job") == TranscriptionFailed("There is no recording under the media key.")


@pytest.mark.parametrize("frames", [b"", bytes(2 * _RATE)])
def test_silence_is_transcribed_as_nothing(tmp_path: Path, frames: bytes) -> None:
    transcription = PocketsphinxTranscription(_media(answer=wav(frames)), tmp_path)
    transcription.start("job", "answer", "en")

    assert transcription.result("job") == Transcribed("")


def test_a_long_recording_takes_several_calls_and_survives_a_restart(tmp_path: Path) -> None:
    media = _media(answer=wav(bytes(2 * _RATE * 45)))
    first = PocketsphinxTranscription(media, tmp_path, seconds_a_call=20)
    first.start("job", "answer", "en")
    assert first.result("job") == TranscriptionPending()

    second = PocketsphinxTranscription(media, tmp_path, seconds_a_call=20)

    assert second.result("job") == TranscriptionPending()
    assert second.result("job") == Transcribed("")


@pytest.mark.parametrize("job_id", ["../job", "", "a/b", "a" * 201])
def test_a_job_id_cannot_leave_the_folder(tmp_path: Path, job_id: str) -> None:
    transcription = PocketsphinxTranscription(_media(), tmp_path)

    with pytest.raises(EngineFailed):
        transcription.start(job_id, "answer", "en")
    with pytest.raises(EngineFailed):
        transcription.result(job_id)
