"""Imports by the Python client and its command: the file is sent, started and followed to its end."""

import asyncio
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from talent_screening import (
    AsyncTalentScreening,
    Conflict,
    ImportFailed,
    ImportOptions,
    RetryPolicy,
    TalentScreening,
    UnexpectedAnswer,
    command,
)
from talent_screening.models import CandidateImport

ADDRESS, STORE = "https://gather.example.com", "https://bucket.example.com/imports/1"
IMPORT_ID = "0190a0b0-c0d0-7123-8456-789abcdef012"
PATH = "/qsi/gather/candidate-imports"
SOON = RetryPolicy(first_pause=0.001, longest_pause=0.001)
FILE = "firstName,lastName,email,phone\nAda,Lovelace,ada@example.com,+14155550123\n"


@dataclass
class ImportingService:
    """Answers as the service and its store of files do, while an import takes its course."""

    statuses: list[str] = field(default_factory=lambda: ["awaiting_file", "running", "running", "complete"])
    uploads: list[int] = field(default_factory=lambda: [200])
    start_is_refused: bool = False
    error: str | None = None
    failed: int = 0
    seen: list[httpx.Request] = field(default_factory=list)
    stored: bytes | None = None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request)
        if request.url.host == "bucket.example.com":
            status = self.uploads.pop(0)
            if status == 200:
                self.stored = request.read()
            return httpx.Response(status)
        path = request.url.path.removeprefix(PATH)
        if path.endswith("/start"):
            if self.start_is_refused:
                return _refused(409, "CONFLICT")
            return _answer(202, {"import": self._import("running")})
        if path.endswith("/rows"):
            fault = {"field": "email", "reason": "must be an e-mail address"}
            rows = [_row(2, status="failed", errors=[fault])] if self.failed else []
            return _answer(200, {"rows": rows, "nextCursor": None})
        if request.method == "POST":
            return _answer(202, {"import": self._import("awaiting_file")})
        now = self.statuses[0]
        if len(self.statuses) > 1:
            self.statuses.pop(0)
        return _answer(200, {"import": self._import(now)})

    def _import(self, status: str) -> dict[str, Any]:
        awaits = status == "awaiting_file"
        return {
            "id": IMPORT_ID,
            "status": status,
            "total": None if awaits else 2,
            "counts": {
                "created": 2 - self.failed,
                "updated": 0,
                "skipped": 0,
                "failed": self.failed,
                "invited": 0,
            },
            "dryRun": False,
            "error": self.error,
            "uploadUrl": STORE if awaits else None,
            "headers": {"content-type": "text/csv"} if awaits else None,
            "createdAt": "2026-03-02T09:30:00.000Z",
            "completedAt": None,
        }

    @property
    def calls(self) -> list[str]:
        """What was asked, without repeated looks."""
        said = [f"{each.method} {each.url.path.removeprefix(PATH) or '/'}" for each in self.seen]
        return [each for number, each in enumerate(said) if number == 0 or said[number - 1] != each]


def _row(number: int, **members: Any) -> dict[str, Any]:
    ids = {"candidateId": None, "candidateInterviewId": None, "enrollmentId": None}
    return {"row": number, **ids, **members}


def _answer(status: int, data: dict[str, Any]) -> httpx.Response:
    return httpx.Response(status, json={"data": data, "meta": {}})


def _refused(status: int, code: str) -> httpx.Response:
    return httpx.Response(status, json={"error": {"code": code, "message": "no"}, "meta": {}})


@pytest.fixture
def service() -> ImportingService:
    return ImportingService()


@pytest.fixture
def client(service: ImportingService, monkeypatch: pytest.MonkeyPatch) -> Iterator[TalentScreening]:
    monkeypatch.setattr("talent_screening.imports._FIRST_PAUSE", 0.001)
    transport = httpx.MockTransport(service)
    with TalentScreening(ADDRESS, "qapi_key", retries=SOON, transport=transport) as client:
        yield client


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(FILE)
    return path


def test_a_file_is_sent_started_and_followed(
    client: TalentScreening, service: ImportingService, people: Path
) -> None:
    told: list[CandidateImport] = []

    done = client.import_candidates(people, ImportOptions(interview_id=IMPORT_ID), on_progress=told.append)

    assert (done.status, done.counts.created) == ("complete", 2)
    assert [each.status for each in told] == ["running", "running", "complete"]
    looks = f"GET /{IMPORT_ID}"
    assert service.calls == ["POST /", looks, "PUT /imports/1", f"POST /{IMPORT_ID}/start", looks]
    asked = json.loads(service.seen[0].content)
    assert asked == {
        "file": {"contentType": "text/csv", "size": len(FILE)},
        "invite": {"interviewId": IMPORT_ID},
        "onDuplicate": "skip",
        "dryRun": False,
    }


def test_the_key_goes_to_the_service_alone(
    client: TalentScreening, service: ImportingService, people: Path
) -> None:
    client.import_candidates(people)

    [upload] = [each for each in service.seen if each.method == "PUT"]
    assert upload.headers["content-type"] == "text/csv"
    assert int(upload.headers["content-length"]) == len(FILE)
    assert "x-api-key" not in upload.headers
    assert service.stored == FILE.encode()


@pytest.mark.parametrize("uploads", [[503, 200], [500, 412]])
def test_a_file_that_did_not_arrive_is_sent_again(
    client: TalentScreening, service: ImportingService, people: Path, uploads: list[int]
) -> None:
    service.uploads = uploads

    assert client.import_candidates(people).status == "complete"


def test_an_upload_that_is_refused_is_an_error(
    client: TalentScreening, service: ImportingService, people: Path
) -> None:
    service.uploads = [403]

    with pytest.raises(UnexpectedAnswer, match="403"):
        client.import_candidates(people)


def test_an_import_that_somebody_has_started_goes_on(
    client: TalentScreening, service: ImportingService, people: Path
) -> None:
    service.start_is_refused = True

    assert client.import_candidates(people).status == "complete"


def test_an_import_that_cannot_be_started_is_an_error(
    client: TalentScreening, service: ImportingService, people: Path
) -> None:
    service.start_is_refused, service.statuses = True, ["awaiting_file"]

    with pytest.raises(Conflict):
        client.import_candidates(people)


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_an_import_that_comes_to_nothing_says_why(
    client: TalentScreening, service: ImportingService, people: Path, status: str
) -> None:
    service.statuses, service.error = ["awaiting_file", status], "The file has no header row."

    with pytest.raises(ImportFailed, match="no header row") as failure:
        client.import_candidates(people)

    assert failure.value.candidate_import.status == status


def test_a_file_of_another_kind_is_not_sent(
    client: TalentScreening, service: ImportingService, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="csv"):
        client.import_candidates(tmp_path / "people.xlsx")

    assert service.seen == []


def test_the_asynchronous_client_takes_the_same_course(
    service: ImportingService, people: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("talent_screening.imports._FIRST_PAUSE", 0.001)

    async def run() -> CandidateImport:
        transport = httpx.MockTransport(service)
        async with AsyncTalentScreening(ADDRESS, "qapi_key", retries=SOON, transport=transport) as client:
            return await client.import_candidates(people)

    assert asyncio.run(run()).status == "complete"
    assert service.stored == FILE.encode()


def test_the_command_names_the_rows_that_failed(
    client: TalentScreening, service: ImportingService, people: Path
) -> None:
    service.failed = 1
    out, progress = io.StringIO(), io.StringIO()

    status = command.import_file(client, people, ImportOptions(), out, progress)

    assert status == command.NOT_ALL_DONE
    assert out.getvalue().splitlines() == [
        "row 2: email must be an e-mail address",
        "1 created, 0 updated, 0 skipped, 1 failed, 0 invited",
    ]
    assert progress.getvalue().splitlines()[-1] == "complete: 2 of 2 rows"


Environment = dict[str, str]
SET: Environment = {command.URL_VARIABLE: ADDRESS, command.KEY_VARIABLE: "qapi_key"}


@pytest.mark.parametrize(
    ("environment", "file", "wanted"),
    [
        ({}, "people.csv", "set TALENT_SCREENING_URL"),
        (SET, "people.xlsx", "ends in"),
        (SET, "no.csv", "no.csv"),
    ],
)
def test_the_command_says_what_is_missing(
    environment: Environment, file: str, wanted: str, tmp_path: Path
) -> None:
    out, progress = io.StringIO(), io.StringIO()

    status = command.run(["import", str(tmp_path / file)], environment, out, progress)

    assert status != command.DONE
    assert wanted in progress.getvalue()
    assert "qapi_key" not in progress.getvalue()


def test_the_command_asks_for_either_an_interview_or_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.run(["import", "a.csv", "--interview", "1", "--job", "2"], SET, io.StringIO(), io.StringIO())

    assert "not allowed with" in capsys.readouterr().err
