"""Hooks that tell schemathesis about keys and their scopes, and about rules that no schema can express."""

import itertools
import json
import os
import re
import threading
import urllib.request
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import schemathesis
from schemathesis import GenerationMode

KEYS = 40
"""Each may make a thousand requests in an hour."""

_GATHER = "/qsi/gather"
_PLACES = frozenset(("teamId", "userId"))
_URL = re.compile(r"https?://[A-Za-z0-9.-]+(/[\w./-]{0,100})?")

EMAIL = "^[a-z0-9]{1,20}@[a-z0-9]{1,20}([.][a-z]{2,10}){1,3}$"
EXAMPLE_VENDOR = "example-ats"
TIME_ZONES = ["Europe/Berlin", "America/New_York"]
ENDS = frozenset(("expiry", "expiresAt"))
"""Members that take a time to come."""
TO_COME = "2999-01-01T00:00:00.000Z"
NAMED_ONCE = {
    "groups": "",
    "messages": "type",
    "scoreCardTopics": "topic",
    "surveyQuestions": "id",
    "topicScores": "topic",
    "topics": "topic",
}
"""Lists whose entries differ by a member. One group of a report is enough."""


class Keys:
    """The keys of the local stack's organization. Those of the team take turns, to share their quota."""

    def __init__(self, ready: Mapping[str, Any]) -> None:
        self._ready = ready
        self._turn = threading.Lock()
        self._of_team: Iterator[str] = itertools.cycle([self._new_key() for _ in range(KEYS)])

    def for_path(self, path: str) -> str:
        """Returns the key that the routes of a path take."""
        if path.startswith((f"{_GATHER}/credentials", f"{_GATHER}/audit-log")):
            return str(self._ready["adminKey"])
        if path.startswith("/connect/accounts"):
            return str(self._ready["accountsKey"])
        if path.startswith("/connect/"):
            return str(self._ready["integrationsKey"])
        if path.startswith(f"{_GATHER}/sandbox/"):
            return str(self._ready["sandboxApiKey"])
        with self._turn:
            return next(self._of_team)

    def _new_key(self) -> str:
        wanted = {
            "organizationId": self._ready["organizationId"],
            "teamId": self._ready["teamId"],
            "name": "Generated requests",
            "permissions": ["read", "write"],
        }
        request = urllib.request.Request(
            f"{self._ready['baseUrl']}{_GATHER}/credentials",
            json.dumps(wanted).encode(),
            {"x-api-key": self._ready["adminKey"], "content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            return str(json.load(response)["data"]["apiKey"])


_keys = Keys(json.loads(Path(os.environ["GATHER_READY_FILE"]).read_text(encoding="utf-8")))


@schemathesis.auth(refresh_interval=None).apply_to(path_regex=rf"^({_GATHER}|/connect)/")
class KeyOfPath:
    """Sends the key that a path takes."""

    def get(self, case: schemathesis.Case[Any], _context: schemathesis.AuthContext) -> str:
        return _keys.for_path(case.operation.path)

    def set(self, case: schemathesis.Case[Any], key: str, _context: schemathesis.AuthContext) -> None:
        case.headers["x-api-key"] = key


@schemathesis.hook
def before_load_schema(_context: schemathesis.HookContext, document: dict[str, Any]) -> None:
    """Narrow the document by the rules that stand only in its descriptions.

    An id is any text: one that is no UUID names no record, and the service answers accordingly. An address
    may have letters beyond ASCII, but no pattern tells which of them a domain takes. Two time zones are
    enough, and so are one vendor, the cursor that begins a list, and the others of a comparison.
    """
    for part in _parts(document):
        _narrow_format(part)
        if (part.get("in"), part.get("name")) == ("path", "vendor"):
            part["schema"] = {"type": "string", "enum": [EXAMPLE_VENDOR]}
        if (part.get("in"), part.get("name")) == ("query", "cursor") and part["schema"]["type"] == "string":
            part["schema"] = {"type": "string", "enum": [""]}
        if (part.get("in"), part.get("name")) == ("query", "with"):
            part["schema"] = {"type": "string", "enum": ["1"]}
        for name, member in part.get("properties", {}).items():
            if name == "timezone" and "pattern" in member:
                del member["pattern"]
                member["enum"] = TIME_ZONES
            if name == "timezone" and "anyOf" in member:
                member["anyOf"] = [{"enum": TIME_ZONES}, {"type": "null"}]
            if name == "cursor" and "anyOf" in member:
                member["anyOf"] = [{"type": "null"}]
        if "cursor" in (part.get("example") or {}):
            del part["example"]["cursor"]


def _narrow_format(part: dict[str, Any]) -> None:
    if part.get("format") == "idn-email":
        del part["format"]
        part["pattern"] = EMAIL
    elif part.get("format") in ("uuid", "uri-template"):
        del part["format"]
    elif part.get("format") == "uri":
        part["format"] = "iri"


@schemathesis.hook
def before_call(
    _context: schemathesis.HookContext, case: schemathesis.Case[Any], _arguments: dict[str, Any]
) -> None:
    """Leave out what no schema can forbid, `page` beside `cursor` and two teams or users, and keep what the
    service calls on this machine."""
    query = case.query or {}
    if "cursor" in query:
        query.pop("page", None)
    if isinstance(case.body, dict):
        for name in _PLACES.intersection(query, case.body):
            query.pop(name)
        if case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE:
            body = _without_nul(case.body)
            case.body = {name: _to_come(name, _named_once(name, value)) for name, value in body.items()}
        case.body = _on_this_machine(case.body)


def _to_come(name: str, value: Any) -> Any:
    """Puts a time to come in the place of one that has to be; the examples are of the past."""
    return TO_COME if name in ENDS and isinstance(value, str) else value


def _without_nul(value: Any) -> Any:
    """Returns a valid body without U+0000, which the document forbids in words."""
    if isinstance(value, dict):
        return {_without_nul(name): _without_nul(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_without_nul(each) for each in value]
    return value.replace("\0", "0") if isinstance(value, str) else value


def _named_once(name: str, value: Any) -> Any:
    """Leaves out the entries of a list that are named like an earlier one."""
    if name not in NAMED_ONCE or not isinstance(value, list):
        return value
    member = NAMED_ONCE[name]
    return list({str(each.get(member)).strip().casefold(): each for each in reversed(value)}.values())


def _on_this_machine(value: Any) -> Any:
    """Points a body's URLs to a port of this machine where nothing listens; different URLs stay different."""
    if isinstance(value, dict):
        return {name: _on_this_machine(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_on_this_machine(each) for each in value]
    if isinstance(value, str) and _URL.fullmatch(value):
        return f"http://127.0.0.1:9/{zlib.crc32(value.encode()):08x}"
    return value


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(inner)
