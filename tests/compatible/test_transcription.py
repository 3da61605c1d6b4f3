"""Transcription by OpenAI's protocol."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.compatible.transcription import CompatibleTranscription
from gather.ports.failure import EngineFailed
from gather.ports.transcription import SpokenWord, Transcribed, TranscriptionFailed
from tests.compatible.conftest import Serving
from tests.doubles.engines import InMemoryMedia
from tests.doubles.openai_server import OpenaiServer, Said, refused

HEARD = {
    "task": "transcribe",
    "language": "english",
    "text": " I listened, and then I called back. ",
    "words": [
        {"word": " I", "start": 0.1, "end": 0.2},
        {"word": "listened,", "start": 0.3, "end": 0.9},
        {"word": "and", "start": 1.2, "end": 1.4},
        {"word": "then", "start": 1.4, "end": 1.6},
    ],
}

Transcribing = Callable[..., tuple[CompatibleTranscription, OpenaiServer]]


@pytest.fixture
def media() -> InMemoryMedia:
    store = InMemoryMedia()
    store.put("media/1", b"the sound", "audio/webm;codecs=opus")
    return store


@pytest.fixture
def transcribing(serving: Serving, media: InMemoryMedia) -> Transcribing:
    def make(*said: Said) -> tuple[CompatibleTranscription, OpenaiServer]:
        server, running = serving(*said or (Said(HEARD),))
        return CompatibleTranscription(server, "whisper-1", media), running

    return make


def _heard(transcribing: Transcribing, **changes: Any) -> Transcribed:
    engine, _ = transcribing(Said({**HEARD, **changes}))
    engine.start("ci-1-a", "media/1", "en")
    result = engine.result("ci-1-a")
    assert isinstance(result, Transcribed)
    return result


def test_the_recording_is_sent_with_the_language_and_words_are_asked_for(transcribing: Transcribing) -> None:
    engine, running = transcribing()
    engine.start("ci-1-a", "media/1", "pt-BR")

    engine.result("ci-1-a")

    (asked,) = running.asked
    assert asked.path == "/v1/audio/transcriptions"
    assert asked.form == {
        "file": b"the sound",
        "model": b"whisper-1",
        "language": b"pt",
        "response_format": b"verbose_json",
        "timestamp_granularities[]": b"word",
    }
    assert b'filename="recording.webm"' in asked.content
    assert b"Content-Type: audio/webm\r\n" in asked.content


def test_the_words_get_their_places_and_times(transcribing: Transcribing) -> None:
    assert _heard(transcribing) == Transcribed(
        "I listened, and then I called back.",
        (SpokenWord(0, 0.1), SpokenWord(2, 0.3), SpokenWord(12, 1.2), SpokenWord(16, 1.4)),
    )


def test_words_may_stand_in_segments(transcribing: Transcribing) -> None:
    segments = [{"words": HEARD["words"], "avg_logprob": -0.1, "no_speech_prob": 0.01}]

    heard = _heard(transcribing, words=None, segments=segments)

    assert [word.seconds for word in heard.words] == [0.1, 0.3, 1.2, 1.4]
    assert heard.certainty == 0.905


@pytest.mark.parametrize("words", [None, [], "none", [{"word": 1}], [{"start": 1}], [7]])
def test_a_response_without_times_is_used_without_them(transcribing: Transcribing, words: object) -> None:
    assert _heard(transcribing, words=words) == Transcribed("I listened, and then I called back.")


def test_what_was_made_up_over_silence_is_nothing(transcribing: Transcribing) -> None:
    segments = [{"no_speech_prob": 0.97, "avg_logprob": -1.4}]

    assert _heard(transcribing, text="Thanks for watching!", segments=segments) == Transcribed("")


def test_a_job_is_done_once(transcribing: Transcribing) -> None:
    engine, running = transcribing()
    for _ in range(2):
        engine.start("ci-1-a", "media/1", "en")

    assert engine.result("ci-1-a") == engine.result("ci-1-a")
    assert len(running.asked) == 1


@pytest.mark.parametrize("status", [400, 413])
def test_a_recording_that_the_server_refuses_is_refused(transcribing: Transcribing, status: int) -> None:
    engine, _ = transcribing(refused("I know the candidate's words", status))
    engine.start("ci-1-a", "media/1", "en")

    assert engine.result("ci-1-a") == TranscriptionFailed(f"The engine answered {status}")


def test_a_model_that_tells_no_times_is_asked_for_the_text(transcribing: Transcribing) -> None:
    engine, running = transcribing(
        refused("response_format 'verbose_json' is not compatible with model"), Said({"text": "Hello."})
    )
    engine.start("ci-1-a", "media/1", "en")

    assert engine.result("ci-1-a") == Transcribed("Hello.")
    assert running.asked[1].form["response_format"] == b"json"
    assert "timestamp_granularities[]" not in running.asked[1].form


def test_a_server_that_is_busy_is_asked_again(transcribing: Transcribing) -> None:
    engine, running = transcribing(refused(status=503, Retry_After="20"), Said(HEARD))
    engine.start("ci-1-a", "media/1", "en")

    with pytest.raises(EngineFailed) as failure:
        engine.result("ci-1-a")
    assert failure.value.retry_after == 20
    assert isinstance(engine.result("ci-1-a"), Transcribed)
    assert len(running.asked) == 2


def test_a_recording_that_is_gone_has_no_text(transcribing: Transcribing, media: InMemoryMedia) -> None:
    engine, running = transcribing()
    engine.start("ci-1-a", "media/2", "en")

    assert isinstance(engine.result("ci-1-a"), TranscriptionFailed)
    assert running.asked == []


def test_all_that_is_kept_of_a_candidate_interview_is_deleted(
    transcribing: Transcribing, media: InMemoryMedia
) -> None:
    engine, _ = transcribing()
    for job in ("ci-1-a", "ci-1-b", "other-1-a"):
        engine.start(job, "media/1", "en")
        engine.result(job)

    engine.delete_jobs("ci")

    kept = [key for key in media.stored if key.startswith("transcriptions/")]
    assert kept
    assert all("other" in key for key in kept)
