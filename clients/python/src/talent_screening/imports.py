"""Imports of candidates from a file: the course that both clients take, step by step.

The course knows no network. A client carries out each step and sends in what came of it.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import httpx

from talent_screening.errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    TalentScreeningError,
    UnexpectedAnswer,
)
from talent_screening.exchanging import Pause
from talent_screening.models import CandidateImport, CreateCandidateImport, ImportFile, ImportInvite
from talent_screening.retrying import RetryPolicy, may_have_been_carried_out, was_refused

CONTENT_TYPES: Final = {
    ".csv": "text/csv",
    ".ndjson": "application/x-ndjson",
    ".jsonl": "application/x-ndjson",
}
"""The media types of files, by the ends of their names."""
RUNNING: Final = ("awaiting_file", "running")
_UPLOAD: Final = "upload of the file"
_IS_THERE: Final = 412
"""The status that says that an attempt before this one has brought the file."""
_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 5.0


class ImportFailed(TalentScreeningError):
    """An import came to nothing, or was cancelled by somebody. `candidate_import` says why."""

    def __init__(self, candidate_import: CandidateImport) -> None:
        reason = candidate_import.error or "no reason given"
        super().__init__(f"the import is {candidate_import.status}: {reason}")
        self.candidate_import = candidate_import


@dataclass(frozen=True, kw_only=True)
class ImportOptions:
    """What is asked of an import."""

    interview_id: str | None = None
    """The interview that the candidates are invited to."""
    job_id: str | None = None
    """The job in which the candidates are enrolled, instead of an interview."""
    delivery_types: Sequence[Literal["email", "sms"]] | None = None
    """The channels of the invites to an interview."""
    expiry_days: int | None = None
    """How many days the invites to an interview hold."""
    on_duplicate: Literal["skip", "update", "create"] = "skip"
    """What is done with a candidate who is there already."""
    dry_run: bool = False
    """Whether the outcomes are told and nothing is made."""
    team_id: str | None = None
    """The team, with a key of a whole organization."""
    idempotency_key: str | None = None
    """A key of your own: the same call goes on with the same import for 24 hours."""


@dataclass(frozen=True)
class Ask:
    """A step: an operation of the client. What it answers or raises is sent in."""

    operation: Callable[[Any], Any]


@dataclass(frozen=True)
class Upload:
    """A step: the file goes to an address that proves by itself who may. The response is sent in."""

    url: str
    headers: dict[str, str]
    path: Path


@dataclass(frozen=True)
class Look:
    """A step: the caller is told how far the import is."""

    candidate_import: CandidateImport


ImportStep = Ask | Upload | Look | Pause
Course = Generator[ImportStep, Any, CandidateImport]


def course(path: Path, options: ImportOptions, policy: RetryPolicy) -> Course:
    """The steps of an import; it returns the import when it is complete.

    Raises ValueError for a file whose name does not say what it is, ImportFailed, UnexpectedAnswer and
    ConnectionFailed.
    """
    body = _body(path, options)
    made = yield Ask(
        lambda client: client.create_candidate_import(body, idempotency_key=options.idempotency_key)
    )
    identifier, team_id = made.import_.id, options.team_id
    # The answer to a repeated request says how the import was at first.
    current = yield from _read(identifier, team_id)
    if current.status == "awaiting_file":
        yield from _send(Upload(current.upload_url or "", dict(current.headers or {}), path), policy)
        yield from _start(identifier, team_id)
        current = yield from _read(identifier, team_id)
    pause = _FIRST_PAUSE
    yield Look(current)
    while current.status in RUNNING:
        yield Pause(pause)
        pause = min(_LONGEST_PAUSE, pause * 1.5)
        current = yield from _read(identifier, team_id)
        yield Look(current)
    if current.status != "complete":
        raise ImportFailed(current)
    return current


def resume(steps: Course, outcome: Any) -> ImportStep:
    """The step that follows what came of the one before."""
    return steps.throw(outcome) if isinstance(outcome, ApiError) else steps.send(outcome)


def _read(identifier: str, team_id: str | None) -> Course:
    read = yield Ask(lambda client: client.get_candidate_import(identifier, team_id=team_id))
    current: CandidateImport = read.import_
    return current


def _start(identifier: str, team_id: str | None) -> Generator[ImportStep, Any, None]:
    try:
        yield Ask(lambda client: client.start_candidate_import(identifier, team_id=team_id))
    except Conflict:
        # A call before this one has started it.
        current = yield from _read(identifier, team_id)
        if current.status == "awaiting_file":
            raise


def _send(upload: Upload, policy: RetryPolicy) -> Generator[ImportStep, Any, None]:
    attempt = 1
    while (failure := _failure((yield upload))) is not None:
        pause = policy.pause(attempt, failure)
        if pause is None or not (was_refused(failure) or may_have_been_carried_out(failure)):
            raise failure
        yield Pause(pause)
        attempt += 1


def _failure(outcome: httpx.Response | httpx.TransportError) -> UnexpectedAnswer | ConnectionFailed | None:
    if isinstance(outcome, httpx.TransportError):
        return ConnectionFailed(_UPLOAD, outcome)
    if outcome.is_success or outcome.status_code == _IS_THERE:
        return None
    return UnexpectedAnswer(_UPLOAD, outcome.status_code)


def _body(path: Path, options: ImportOptions) -> CreateCandidateImport:
    content_type = CONTENT_TYPES.get(path.suffix.lower())
    if content_type is None:
        raise ValueError(f"a file to import ends in {', '.join(CONTENT_TYPES)}")
    members: dict[str, Any] = {
        "file": ImportFile(content_type=content_type, size=path.stat().st_size),
        "on_duplicate": options.on_duplicate,
        "dry_run": options.dry_run,
    }
    invite = {
        name: value
        for name in ("interview_id", "job_id", "delivery_types", "expiry_days")
        if (value := getattr(options, name)) is not None
    }
    if invite:
        members["invite"] = ImportInvite(**invite)
    if options.team_id is not None:
        members["team_id"] = options.team_id
    return CreateCandidateImport(**members)
