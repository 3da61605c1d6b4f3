"""Voices and ears of the local stack."""

import io
import math
import struct
import wave
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gather.engines.failure import EngineFailed
from gather.engines.transcription import Transcribed, TranscriptionFailed, TranscriptionPending
from local_stack.engines.espeak_speech import EspeakSpeech
from local_stack.engines.pocketsphinx_transcription import PocketsphinxTranscription
from local_stack.engines.recordings import UnreadableRecording, samples
from tests.doubles.engines import InMemoryMedia

_RATE = 16_000


def _wav(frames: bytes, rate: int = _RATE, channels: int = 1, width: int = 2) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate)
        writer.writeframes(frames)
    return file.getvalue()


def _tone(rate: int, seconds: float = 0.5) -> list[int]:
    """A 440 Hz tone at half of full loudness."""
    return [round(16_000 * math.sin(2 * math.pi * 440 * n / rate)) for n in range(round(rate * seconds))]


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


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
def test_a_recording_keeps_its_length_and_tone_at_any_rate(rate: int) -> None:
    tone = _tone(rate)

    read = samples(_wav(struct.pack(f"<{len(tone)}h", *tone), rate))

    expected = _tone(_RATE)
    assert abs(len(read) - len(expected)) <= 1
    error = max(abs(one - other) for one, other in zip(read, expected, strict=False))
    assert error < 3_000


def test_channels_are_mixed() -> None:
    frames = struct.pack("<6h", 1_000, 3_000, -500, 500, 30_000, 30_000)

    assert list(samples(_wav(frames, channels=2))) == [2_000, 0, 30_000]


@pytest.mark.parametrize(
    ("width", "frames"),
    [(1, b"\x80\xff\x00"), (3, b"\0\0\0\0\0\x7f\0\0\x80"), (4, b"\0\0\0\0\0\0\0\x7f\0\0\0\x80")],
)
def test_any_sample_width_is_read(width: int, frames: bytes) -> None:
    assert list(samples(_wav(frames, width=width))) == [0, 127 << 8, -128 << 8]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\x1aE\xdf\xa3....", "WebM"),
        (b"ID3.........", "MP3"),
        (b"OggS........", "Ogg"),
        (b"\0\0\0\x20ftypisom", "MP4"),
        (b"RIFF\x04\0\0\0AVI ", "another kind of WAV"),
        (b"hello", "something else"),
        (b"", "something else"),
    ],
)
def test_another_container_is_called_by_its_name(content: bytes, name: str) -> None:
    with pytest.raises(UnreadableRecording, match=f"uncompressed WAV only, and this is {name}"):
        samples(content)


@given(
    place=st.integers(0, 43),
    rubbish=st.binary(min_size=1, max_size=8),
    length=st.integers(0, 44),
)
@example(place=0, rubbish=b"RIFF", length=12)
@example(place=16, rubbish=b"\xff\xff\xff\xff", length=44)
def test_a_broken_recording_is_unreadable_whatever_is_broken(place: int, rubbish: bytes, length: int) -> None:
    whole = _wav(b"")
    broken = (whole[:place] + rubbish + whole[place + len(rubbish) :])[:length]
    with suppress(UnreadableRecording):
        samples(broken)


def test_a_compressed_recording_fails_with_what_to_do(tmp_path: Path) -> None:
    transcription = PocketsphinxTranscription(_media(answer=b"\x1aE\xdf\xa3"), tmp_path)
    transcription.start("job", "answer", "en")

    result = transcription.result("job")

    assert isinstance(result, TranscriptionFailed)
    assert "WebM" in result.reason


def test_another_language_fails_with_what_is_missing(tmp_path: Path) -> None:
    transcription = PocketsphinxTranscription(_media(answer=_wav(b"")), tmp_path)
    transcription.start("job", "answer", "de")

    assert transcription.result("job") == TranscriptionFailed("The local stack transcribes English only.")


def test_a_recording_that_never_came_fails(tmp_path: Path) -> None:
    transcription = PocketsphinxTranscription(_media(), tmp_path)
    transcription.start("job", "answer", "en")

    assert transcription.result("job") == TranscriptionFailed("There is no recording under the media key.")


@pytest.mark.parametrize("frames", [b"", bytes(2 * _RATE)])
def test_silence_is_transcribed_as_nothing(tmp_path: Path, frames: bytes) -> None:
    transcription = PocketsphinxTranscription(_media(answer=_wav(frames)), tmp_path)
    transcription.start("job", "answer", "en")

    assert transcription.result("job") == Transcribed("")


def test_a_long_recording_takes_several_calls_and_survives_a_restart(tmp_path: Path) -> None:
    media = _media(answer=_wav(bytes(2 * _RATE * 45)))
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
