"""A service that answers a simulated suite as it should, or otherwise as the test says."""

import json
from collections.abc import Mapping
from typing import Any

from local_stack.suites.simulator import (
    FORM,
    JSON,
    Connection,
    HttpAnswer,
    RecruitedPerson,
    SuiteKey,
    SuiteSimulator,
)

API = "https://suite.example.com/api"
CONNECT = "https://service.example.com/connect/suite"
KEY = SuiteKey("the-password", "the-user")
ADA = RecruitedPerson("Ada", "Lovelace", "ada@example.com")
INTERVIEW = "0190a0b0-c0d0-7123-8456-789abcdef012"
ORDER = "0190a0b0-c0d0-7123-8456-789abcdef0aa"
LINK = "https://service.example.com/share/token"


class SetSeconds:
    """Seconds that the test sets."""

    def __init__(self) -> None:
        self.now = 1_772_000_000.0

    def __call__(self) -> float:
        return self.now


class PlayedService:
    """Answers by `answers`, from a method and a path to a status and a body, which may be replaced."""

    def __init__(self, answers: Mapping[str, tuple[int, Any]]) -> None:
        self.answers = dict(answers)
        self.headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
        self.asked: list[tuple[str, Mapping[str, str], Any]] = []

    @property
    def connection(self) -> Connection:
        """The connection of a suite with this service."""
        return Connection(API, CONNECT, self.send)

    def send(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> HttpAnswer:
        """Answer a request of the suite."""
        call = f"{method} {url.removeprefix(CONNECT).partition('?')[0]}"
        is_json = body is not None and headers["Content-Type"] == JSON
        self.asked.append((call, headers, json.loads(body or b"") if is_json else body))
        status, document = self.answers[call]
        content = document if isinstance(document, bytes) else json.dumps(document).encode()
        return HttpAnswer(status, self.headers, content)

    def body_of(self, call: str) -> Any:
        """The body of the last such request."""
        return [body for asked, _, body in self.asked if asked == call][-1]


def push(
    suite: SuiteSimulator,
    method: str,
    path: str,
    authorization: str | None,
    document: object = None,
    **more: str,
) -> HttpAnswer:
    """A request of the service to the suite; `more` are headers, with `_` for `-`, and `query` is one."""
    query = dict(pair.split("=") for pair in more.pop("query", "").split("&") if pair)
    headers = {"User-Agent": "Gather", **{name.replace("_", "-"): value for name, value in more.items()}}
    if authorization is not None:
        headers["Authorization"] = authorization
    if document is not None:
        headers.setdefault("Content-Type", FORM if isinstance(document, bytes) else JSON)
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return suite.answer(method, path, query, headers, b"" if document is None else body)


def document_of(answer: HttpAnswer) -> Any:
    """The JSON of an answer."""
    return json.loads(answer.body)
