"""The requests to Amazon Transcribe, and the reading of its results."""

import json
from collections.abc import Callable
from typing import Any

import botocore.session
import pytest

from gather.aws import clients as aws_clients
from gather.aws import transcription as aws_transcription
from gather.aws.transcription import TranscribeTranscription
from gather.ports.failure import EngineFailed
from gather.ports.transcription import Transcribed, TranscriptionFailed, TranscriptionPending
from tests.doubles.aws_services import FakeService, ServiceResponse, refusal
from tests.doubles.engines import InMemoryMedia

Behind = Callable[..., tuple[Any, FakeService]]


def _started(behind: Behind, language: str) -> dict[str, Any]:
    client, service = behind(aws_clients.transcribe, lambda _: ServiceResponse({"TranscriptionJob": {}}))
    TranscribeTranscription(client, InMemoryMedia(), "media").start("job-1", "answers/1.webm", language)
    return dict(service.calls[0].body)


def _with_status(behind: Behind, status: str, output: bytes = b"{}") -> TranscribeTranscription:
    job = {"TranscriptionJobName": "job-1", "TranscriptionJobStatus": status}
    client, _ = behind(aws_clients.transcribe, lambda _: ServiceResponse({"TranscriptionJob": job}))
    media = InMemoryMedia()
    media.put("transcriptions/job-1.json", output, "application/json")
    return TranscribeTranscription(client, media, "media")


def test_a_job_reads_and_writes_the_media_bucket(behind: Behind) -> None:
    assert _started(behind, "en") == {
        "TranscriptionJobName": "job-1",
        "Media": {"MediaFileUri": "s3://media/answers/1.webm"},
        "OutputBucketName": "media",
        "OutputKey": "transcriptions/job-1.json",
        "LanguageCode": "en-US",
    }


@pytest.mark.parametrize(
    ("language", "code"), [("en-GB", "en-GB"), ("de", "de-DE"), ("pt-BR", "pt-BR"), ("fr-LU", "fr-FR")]
)
def test_a_language_is_given_its_region(behind: Behind, language: str, code: str) -> None:
    assert _started(behind, language)["LanguageCode"] == code


def test_an_unknown_language_is_found_by_listening(behind: Behind) -> None:
    request = _started(behind, "tlh")

    assert request["IdentifyLanguage"] is True
    assert "LanguageCode" not in request


def test_every_language_is_one_that_transcribe_has() -> None:
    model = botocore.session.Session().get_service_model("transcribe")
    languages: Any = model.shape_for("LanguageCode")

    assert set(aws_transcription._LANGUAGES.values()) <= set(languages.enum)


@pytest.mark.parametrize("status", ["QUEUED", "IN_PROGRESS"])
def test_a_job_under_way_is_pending(behind: Behind, status: str) -> None:
    assert _with_status(behind, status).result("job-1") == TranscriptionPending()


def test_a_failed_job_without_a_reason_gets_one(behind: Behind) -> None:
    result = _with_status(behind, "FAILED").result("job-1")

    assert isinstance(result, TranscriptionFailed)
    assert result.reason


@pytest.mark.parametrize("output", [b"", b"[]", b'{"results": {"transcripts": []}}'])
def test_a_result_that_cannot_be_read_is_a_failure_for_good(behind: Behind, output: bytes) -> None:
    with pytest.raises(EngineFailed) as failure:
        _with_status(behind, "COMPLETED", output).result("job-1")

    assert not failure.value.retryable


def _item(content: str, seconds: object = None) -> dict[str, Any]:
    """An item of Transcribe's result; one without a time is punctuation."""
    if seconds is None:
        return {"type": "punctuation", "alternatives": [{"content": content}]}
    times = {"start_time": seconds, "end_time": seconds}
    return {"type": "pronunciation", "alternatives": [{"content": content}], **times}


def _words_of(behind: Behind, transcript: str, items: object) -> list[tuple[int, float]]:
    output = {"results": {"transcripts": [{"transcript": transcript}], "items": items}}
    result = _with_status(behind, "COMPLETED", json.dumps(output).encode()).result("job-1")
    assert isinstance(result, Transcribed)
    assert result.text == transcript.strip()
    return [(word.start, word.seconds) for word in result.words]


def test_each_word_has_its_place_and_its_time(behind: Behind) -> None:
    items = [_item("No", "0.04"), _item(","), _item("no", "0.5"), _item("."), _item("Não", "71.25")]

    assert _words_of(behind, " No, no. Não", items) == [(0, 0.04), (4, 0.5), (8, 71.25)]


def test_words_that_are_not_in_the_text_end_the_times(behind: Behind) -> None:
    items = [_item("I", "0.1"), _item("never", "0.4"), _item("listen", "0.9")]

    assert _words_of(behind, "I always listen", items) == [(0, 0.1)]


@pytest.mark.parametrize("items", [None, [], "items", [{}], [_item("I", "soon")], [_item("I", [])]])
def test_times_that_cannot_be_read_leave_the_text(behind: Behind, items: object) -> None:
    assert _words_of(behind, "I listen", items) == []


def test_the_certainty_of_the_words_is_their_average(behind: Behind) -> None:
    items = [_item("I", "0.1"), _item("listen", "0.4"), _item(".")]
    for item, confidence in zip(items, ("0.5", "0.9"), strict=False):
        item["alternatives"][0]["confidence"] = confidence
    output = {"results": {"transcripts": [{"transcript": "I listen."}], "items": items}}

    result = _with_status(behind, "COMPLETED", json.dumps(output).encode()).result("job-1")

    assert isinstance(result, Transcribed)
    assert result.certainty == 0.7


def test_another_bad_request_is_no_missing_job(behind: Behind) -> None:
    client, _ = behind(aws_clients.transcribe, lambda _: refusal("BadRequestException"))

    with pytest.raises(EngineFailed):
        TranscribeTranscription(client, InMemoryMedia(), "media").result("job-1")
