"""Examples: exchanges of the tests with the service, normalized so that every recording is the same.

`make examples` runs tests whose requests and answers are kept. For each route and status it takes the
exchange that shows most members in the fewest words, and replaces what differs from run to run: ids, times,
tokens and secrets.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from openapi.declarations import PROJECT

EXAMPLES = PROJECT / "docs" / "examples.json"

_LARGEST = 6_000
_SHORTEST_SECRET = 8
_DEEPEST = 12
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
_KEY = re.compile(r"qapi_[\w-]+")
_LINK = re.compile(r"/(i|m|share|media|screening)/[\w.~-]{16,}")
_LOCAL = re.compile(r"http://127\.0\.0\.1:\d+")
_SIGNING_SECRET = re.compile(r"whsec_[\w+/=-]+")
_QUERY = re.compile(r"\?[^\s\"]*(Signature|X-Amz)[^\s\"]*")
_TRIAL = re.compile(r"<script|(\w)\1{19}")
"""Texts with which tests try the limits and the escaping of pages, and which are no examples for a reader."""
_UNREADABLE = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zl", "Zp"))
"""The kinds of characters that nobody can read by themselves, by their names in Unicode."""

_SECRETS = {"token", "inviteToken", "secret", "webhookSecret", "password", "user", "nextCursor"}


@dataclass(frozen=True)
class RecordedExchange:
    """A request that was answered with success. `body` is None where none was sent; `has_version` says that
    the answer has an ETag."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any
    has_version: bool = False

    @property
    def size(self) -> int:
        """The characters of both bodies."""
        return len(self._text)

    @property
    def is_trial(self) -> bool:
        """Whether a test tries to bring markup into a page, what a text may be of, how long it may be or how
        deep an object. To go on with what began before is no example either: a reader has no such cursor."""
        goes_on = isinstance(self.body, dict) and bool(self.body.get("cursor"))
        is_readable = all(map(_is_readable, _texts([self.body, self.answer])))
        is_deep = _depth([self.body, self.answer]) > _DEEPEST
        return goes_on or is_deep or not is_readable or _TRIAL.search(self._text) is not None

    @property
    def _text(self) -> str:
        return json.dumps([self.body, self.answer])


def examples_of(exchanges: Iterable[RecordedExchange], paths: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Returns an example for each route and status, by `POST /qsi/gather/candidates 201`."""
    routes = sorted(paths, key=lambda path: path.count("{"))
    best: dict[str, RecordedExchange] = {}
    for each in exchanges:
        route = next((path for path in routes if _pattern(path).fullmatch(each.path)), None)
        if route is None:
            continue
        name = f"{each.method} {route} {each.status}"
        if name not in best or _rank(each) > _rank(best[name]):
            best[name] = each
    return {
        name: {
            **_steady({"request": each.body, "response": each.answer}),
            "hasVersion": each.has_version,
        }
        for name, each in sorted(best.items())
    }


def kept_examples() -> Mapping[str, dict[str, Any]]:
    """Reads the examples that are kept in the repository."""
    if not EXAMPLES.is_file():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def _rank(exchange: RecordedExchange) -> tuple[bool, bool, int, int]:
    """Ranks an exchange: the best has values for most members, and of several such it is the shortest.
    A trial comes last, and one that is too large before it."""
    members = {*_members(exchange.body, "request"), *_members(exchange.answer, "answer")}
    return not exchange.is_trial, exchange.size <= _LARGEST, len(members), -exchange.size


def _members(value: Any, place: str) -> Iterator[str]:
    """The places of the members that have a value; those of all elements of an array are the same."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _members(inner, f"{place}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from _members(inner, f"{place}[]")
    elif value is not None:
        yield place


def _depth(value: Any) -> int:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(map(_depth, inner), default=0)
    return 0


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))


def _steady(example: dict[str, Any]) -> dict[str, Any]:
    """Returns the example without the values that differ from run to run."""
    text = json.dumps(example, ensure_ascii=False)
    for secret in sorted(_secrets(example), key=len, reverse=True):
        text = text.replace(json.dumps(secret)[1:-1], "sample")
    text = _LINK.sub(r"/\1/sample", _KEY.sub("qapi_sample", _QUERY.sub("", text)))
    text = _SIGNING_SECRET.sub("whsec_sample", _LOCAL.sub("https://ats.example.com", text))
    text = _numbered(_ID, text, lambda number: f"0190a0b0-c0d0-7123-8456-{number:012x}")
    text = _numbered(_MOMENT, text, lambda hour: f"2026-03-{hour // 24 + 2:02}T{hour % 24:02}:30:00.000Z")
    steady: dict[str, Any] = json.loads(text)
    return steady


def _numbered(pattern: re.Pattern[str], text: str, name: Any) -> str:
    found = sorted({match[0] for match in pattern.finditer(text)}) if pattern is _MOMENT else []
    known = {each: name(number) for number, each in enumerate(found, start=1)}
    return pattern.sub(lambda match: known.setdefault(match[0], name(len(known) + 1)), text)


def _texts(value: Any) -> Iterator[str]:
    """All texts in a value, the names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts(inner)


def _is_readable(text: str) -> bool:
    composed = unicodedata.normalize("NFC", text)
    return all(each in "\n\t" or unicodedata.category(each) not in _UNREADABLE for each in composed)


def _secrets(value: Any) -> set[str]:
    if isinstance(value, dict):
        named = ((name, inner) for name, inner in value.items() if isinstance(inner, str))
        own = {inner for name, inner in named if name in _SECRETS and len(inner) >= _SHORTEST_SECRET}
        return own.union(*(_secrets(inner) for inner in value.values()))
    if isinstance(value, list):
        return set[str]().union(*(_secrets(inner) for inner in value))
    return set()


def write(examples: Mapping[str, Any], path: Path = EXAMPLES) -> None:
    """Keep the examples, a line for each."""
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(each, ensure_ascii=False, sort_keys=True)}"
        for name, each in sorted(examples.items())
    )
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
