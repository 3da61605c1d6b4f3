"""Transcription by Amazon Transcribe: a job named by the caller, its text written into the bucket."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import ClientError

from gather.aws import clients
from gather.aws.clients import STREAM_OPENS, STREAM_SAMPLE_RATE, engine_errors
from gather.aws.errors import error_code
from gather.core.word_places import word_places
from gather.ports.failure import EngineFailed
from gather.ports.media import Media
from gather.ports.transcription import (
    WORKER_SECONDS,
    SpeechStream,
    SpokenWord,
    Transcribed,
    TranscriptionFailed,
    TranscriptionPending,
    TranscriptionResult,
)

if TYPE_CHECKING:
    from mypy_boto3_transcribe import TranscribeServiceClient
    from mypy_boto3_transcribe.literals import LanguageCodeType
    from mypy_boto3_transcribe.type_defs import StartTranscriptionJobRequestTypeDef

_ENGINE = "The transcription engine"

# Interviews name a language without a region more often than not; Transcribe wants one.
_LANGUAGES: Final[dict[str, LanguageCodeType]] = {
    "ar": "ar-SA",
    "ca": "ca-ES",
    "cs": "cs-CZ",
    "da": "da-DK",
    "de": "de-DE",
    "de-ch": "de-CH",
    "en": "en-US",
    "en-au": "en-AU",
    "en-gb": "en-GB",
    "en-ie": "en-IE",
    "en-in": "en-IN",
    "en-nz": "en-NZ",
    "en-za": "en-ZA",
    "es": "es-US",
    "es-es": "es-ES",
    "es-mx": "es-MX",
    "fi": "fi-FI",
    "fr": "fr-FR",
    "fr-ca": "fr-CA",
    "he": "he-IL",
    "hi": "hi-IN",
    "id": "id-ID",
    "it": "it-IT",
    "ja": "ja-JP",
    "ko": "ko-KR",
    "nl": "nl-NL",
    "no": "no-NO",
    "pl": "pl-PL",
    "pt": "pt-BR",
    "pt-pt": "pt-PT",
    "ro": "ro-RO",
    "ru": "ru-RU",
    "sv": "sv-SE",
    "th": "th-TH",
    "tr": "tr-TR",
    "uk": "uk-UA",
    "vi": "vi-VN",
    "zh": "zh-CN",
    "zh-tw": "zh-TW",
}


class TranscribeTranscription:
    """Runs jobs on recordings of the media bucket.

    The text of job `j` is kept at `transcriptions/j.json` of the same bucket.
    """

    def __init__(
        self,
        client: Callable[[], TranscribeServiceClient],
        media: Media,
        bucket: str,
        sign: Callable[[str], str] = clients.transcribe_stream_address,
    ) -> None:
        self._client = client
        self._media = media
        self._bucket = bucket
        self._sign = sign

    def understands(self, language: str) -> bool:
        """Returns True: Transcribe identifies a language that the request does not name."""
        return True

    def stream_origin(self, language: str) -> str | None:
        return clients.transcribe_stream_origin() if _transcribe_language(language) else None

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        """Only for a language that Transcribe is known to have: a stream is not identified.

        The function's own credentials sign the address, which allows nothing but this one stream.
        """
        code = _transcribe_language(language)
        return (
            None
            if code is None
            else SpeechStream(
                url=self._sign(code),
                language_code=code,
                sample_rate=STREAM_SAMPLE_RATE,
                expires_at=now + STREAM_OPENS,
            )
        )

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        """Starts a job. Transcribe identifies a language that it is not known to have.

        Returns True: the end of each job is an event of EventBridge, on a best-effort basis
        (https://docs.aws.amazon.com/transcribe/latest/dg/monitoring-events.html).
        """
        request: StartTranscriptionJobRequestTypeDef = {
            "TranscriptionJobName": job_id,
            "Media": {"MediaFileUri": f"s3://{self._bucket}/{media_key}"},
            "OutputBucketName": self._bucket,
            "OutputKey": _output_key(job_id),
        }
        if code := _transcribe_language(language):
            request["LanguageCode"] = code
        else:
            request["IdentifyLanguage"] = True
        with engine_errors(_ENGINE):
            try:
                self._client().start_transcription_job(**request)
            except ClientError as error:
                if error_code(error) != "ConflictException":
                    raise
        return True

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        with engine_errors(_ENGINE):
            try:
                response = self._client().get_transcription_job(TranscriptionJobName=job_id)
            except ClientError as error:
                if _names_no_job(error):
                    raise EngineFailed(retryable=True, reason=f"{_ENGINE} has no such job") from None
                raise
        job = response["TranscriptionJob"]
        match job["TranscriptionJobStatus"]:
            case "COMPLETED":
                return _transcribed(self._media.get(_output_key(job_id)))
            case "FAILED":
                return TranscriptionFailed(job.get("FailureReason") or "The recording was not understood.")
            case _:
                return TranscriptionPending()

    def delete_jobs(self, candidate_interview_id: str) -> int:
        return self._media.purge(f"transcriptions/{candidate_interview_id}-")


def _output_key(job_id: str) -> str:
    return f"transcriptions/{job_id}.json"


def _transcribe_language(language: str) -> LanguageCodeType | None:
    code = language.lower()
    return _LANGUAGES.get(code) or _LANGUAGES.get(code.partition("-")[0])


def _names_no_job(error: ClientError) -> bool:
    """Transcribe says so by a code of its own or, as observed, by a bad request that says it."""
    message = str(error.response.get("Error", {}).get("Message", ""))
    return error_code(error) == "NotFoundException" or (
        error_code(error) == "BadRequestException" and "couldn't be found" in message
    )


def _transcribed(output: bytes) -> Transcribed:
    try:
        results = json.loads(output)["results"]
        text = str(results["transcripts"][0]["transcript"]).strip()
    except (ValueError, LookupError, TypeError):
        raise EngineFailed(retryable=False, reason=f"{_ENGINE} wrote a result that cannot be read") from None
    try:
        return Transcribed(text, tuple(_words(text, results["items"])), _certainty(results["items"]))
    except (ValueError, LookupError, TypeError):
        # The text is what matters: without times it is as good.
        return Transcribed(text)


def _certainty(items: list[dict[str, Any]]) -> float | None:
    """Returns Transcribe's average confidence in the words; None where it states none."""
    best = [item["alternatives"][0] for item in items if item["type"] == "pronunciation"]
    known = [float(each["confidence"]) for each in best if each.get("confidence") is not None]
    return round(sum(known) / len(known), 3) if known else None


def _words(text: str, items: list[dict[str, Any]]) -> Iterator[SpokenWord]:
    """The spoken items, each at its place in the text."""
    spoken = (
        (item["alternatives"][0]["content"], float(item["start_time"]))
        for item in items
        if item["type"] == "pronunciation"
    )
    return (SpokenWord(*place) for place in word_places(text, spoken))
