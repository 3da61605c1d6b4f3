"""The contract of every transcription engine."""

from datetime import UTC, datetime

import pytest

from gather.core.words import words
from gather.ports.failure import EngineFailed
from gather.ports.transcription import (
    Transcribed,
    Transcription,
    TranscriptionFailed,
    TranscriptionPending,
    TranscriptionResult,
)

_SAID = ["we", "found", "a", "solution", "together"]


def _outcome(transcription: Transcription, job_id: str) -> TranscriptionResult:
    for _ in range(10):
        result = transcription.result(job_id)
        if not isinstance(result, TranscriptionPending):
            return result
    raise AssertionError("the job never ended")


def test_writes_down_what_is_said(transcription: Transcription) -> None:
    transcription.start("job-1", "spoken.wav", "en")

    result = _outcome(transcription, "job-1")

    assert isinstance(result, Transcribed)
    assert words(result.text) == _SAID


def test_the_times_of_words_are_those_of_words_in_the_text_and_in_their_order(
    transcription: Transcription,
) -> None:
    transcription.start("job-1", "spoken.wav", "en")

    result = _outcome(transcription, "job-1")

    assert isinstance(result, Transcribed)
    assert [words(result.text[word.start :])[0] for word in result.words] == _SAID
    seconds = [word.seconds for word in result.words]
    assert seconds == sorted(seconds)
    assert all(0 <= each < 10 for each in seconds)


def test_starting_a_job_again_changes_nothing(transcription: Transcription) -> None:
    transcription.start("job-1", "spoken.wav", "en")
    first = _outcome(transcription, "job-1")
    transcription.start("job-1", "broken.webm", "en")

    assert _outcome(transcription, "job-1") == first


def test_a_job_that_is_started_again_says_the_same_of_its_announcement(transcription: Transcription) -> None:
    first = transcription.start("job-1", "spoken.wav", "en")

    assert isinstance(first, bool)
    assert transcription.start("job-1", "spoken.wav", "en") is first


def test_a_recording_that_cannot_be_read_fails_with_a_reason(transcription: Transcription) -> None:
    transcription.start("job-2", "broken.webm", "en-US")

    result = _outcome(transcription, "job-2")

    assert isinstance(result, TranscriptionFailed)
    assert result.reason


def test_a_job_that_is_not_there_says_nothing_about_its_recording(transcription: Transcription) -> None:
    with pytest.raises(EngineFailed) as failure:
        transcription.result("job-3")

    assert failure.value.retryable


def test_a_finished_job_keeps_its_result(transcription: Transcription) -> None:
    transcription.start("job-1", "spoken.wav", "en")

    assert _outcome(transcription, "job-1") == _outcome(transcription, "job-1")


def test_what_was_written_down_for_an_interview_is_forgotten(transcription: Transcription) -> None:
    for job_id in ("interview-1-a", "interview2-1-a"):
        transcription.start(job_id, "spoken.wav", "en")
        assert isinstance(_outcome(transcription, job_id), Transcribed)

    transcription.delete_jobs("interview")

    assert isinstance(_outcome(transcription, "interview2-1-a"), Transcribed)
    with pytest.raises(EngineFailed):
        transcription.result("interview-1-a")


def test_a_stream_begins_at_the_origin_that_a_page_may_connect_to(transcription: Transcription) -> None:
    now = datetime(2026, 3, 2, 9, tzinfo=UTC)

    origin, stream = transcription.stream_origin("en"), transcription.stream("en", now)

    assert (origin is None) == (stream is None)
    if origin and stream:
        assert stream.url.startswith((f"{origin}/", f"{origin}?"))
        assert stream.expires_at > now
        assert stream.sample_rate == 16_000
        assert stream.language_code.partition("-")[0] == "en"
