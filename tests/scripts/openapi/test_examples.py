"""Every JSON body has a recorded example that fits its schema, which names all of its members."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator

from openapi.__main__ import DOCUMENT
from openapi.recording import RecordedExchange, examples_of, kept_examples

JSON = "application/json"
document: dict[str, Any] = json.loads(DOCUMENT.read_text())
COMPONENTS: dict[str, Any] = document["components"]


def _bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the bodies of requests and of successful answers, of operations and of events."""
    for part in ("paths", "webhooks"):
        for path, operations in document[part].items():
            for method, operation in operations.items():
                request = operation.get("requestBody", {}).get("content", {})
                if JSON in request:
                    yield f"{method.upper()} {path}, request", request[JSON]
                for status, response in operation["responses"].items():
                    content = response.get("content", {})
                    if status.startswith("2") and JSON in content:
                        yield f"{method.upper()} {path}, {status}", content[JSON]


BODIES = dict(_bodies())


def test_every_body_has_an_example() -> None:
    without = [name for name, body in BODIES.items() if "example" not in body]
    assert without == [], "record it: make examples ARGUMENTS=tests/…/test_routes.py"


def test_every_example_fits_its_schema() -> None:
    wrong = [
        f"{name}: {list(fault.absolute_path)} {fault.message[:200]}"
        for name, body in BODIES.items()
        if "example" in body
        for fault in OAS31Validator({**body["schema"], "components": COMPONENTS}).iter_errors(body["example"])
    ]
    assert wrong == [], "record it anew: make examples ARGUMENTS=tests/…/test_routes.py"


def test_no_answer_has_a_member_that_the_document_does_not_name() -> None:
    unnamed = [
        f"{name}: {place}"
        for name, body in BODIES.items()
        if "example" in body and not name.endswith("request")
        for place in _unnamed(body["schema"], body["example"], "")
    ]
    assert unnamed == []


class _Shape:
    """The members and elements that a schema and its alternatives declare."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.members: dict[str, Any] = {}
        self.elements: dict[str, Any] | None = None
        self.is_open = False
        self._collect(schema)

    def _collect(self, schema: dict[str, Any]) -> None:
        if "$ref" in schema:
            self._collect(COMPONENTS["schemas"][schema["$ref"].rpartition("/")[2]])
        self.members |= schema.get("properties", {})
        self.elements = schema.get("items", self.elements)
        self.is_open |= bool(schema.get("additionalProperties"))
        for alternatives in ("allOf", "anyOf", "oneOf"):
            for alternative in schema.get(alternatives, ()):
                self._collect(alternative)


def _unnamed(schema: dict[str, Any], value: Any, place: str) -> Iterator[str]:
    shape = _Shape(schema)
    if isinstance(value, list) and shape.elements is not None:
        for element in value:
            yield from _unnamed(shape.elements, element, f"{place}[]")
    if isinstance(value, dict) and shape.members:
        for name, member in value.items():
            if name in shape.members:
                yield from _unnamed(shape.members[name], member, f"{place}.{name}")
            elif not shape.is_open:
                yield f"{place}.{name}"


def test_an_etag_is_documented_where_it_was_sent() -> None:
    for name, exchange in kept_examples().items():
        method, path, status = name.split()
        headers = document["paths"][path][method.lower()]["responses"][status].get("headers", {})
        if "hasVersion" in exchange:
            assert ("ETag" in headers) == exchange["hasVersion"], name


@pytest.mark.parametrize("name", ["apiKey", "token", "secret"])
def test_a_recorded_example_tells_no_secret_and_is_the_same_each_time(name: str) -> None:
    def recorded(number: int) -> dict[str, Any]:
        identifier = f"0190a0b0-c0d0-7123-8456-{number:012}"
        data = {
            "id": identifier,
            "createdAt": f"2026-01-0{number}T00:00:00.000Z",
            name: f"qapi_{number * 9**9}",
        }
        made = RecordedExchange("POST", f"/cups/{identifier}", {"of": identifier}, 201, {"data": data})
        return examples_of([made], ["/cups/{cupId}", "/cups"])

    assert recorded(1) == recorded(2)
    [example] = recorded(1).values()
    assert example["response"]["data"]["id"] == example["request"]["of"]
    assert str(9**9) not in json.dumps(example)


@pytest.mark.parametrize(
    "trial",
    [
        {"title": "<script>alert(1)</script>"},
        {"title": "x" * 200},
        {"title": "A mug", "cursor": "MQ"},
        {"title": "A\u202emug"},
        {"title": "\ue000mug"},
        {
            "title": "A mug",
            "of": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": {"j": {"k": {}}}}}}}}}}}},
        },
    ],
)
def test_a_trial_of_pages_or_limits_or_the_rest_of_a_list_is_the_last_choice(trial: dict[str, Any]) -> None:
    def made(body: dict[str, Any]) -> RecordedExchange:
        return RecordedExchange("POST", "/cups", body, 201, {"data": {}})

    tried, kind = made(trial), made({"title": "Mug"})

    assert examples_of([tried, kind], ["/cups"])["POST /cups 201"]["request"] == {"title": "Mug"}
    assert examples_of([tried], ["/cups"]).keys() == {"POST /cups 201"}


def test_an_example_tells_most_members_in_the_fewest_words() -> None:
    def told(*cups: dict[str, Any]) -> RecordedExchange:
        return RecordedExchange("GET", "/cups", None, 200, {"data": {"cups": list(cups)}})

    plain, whole = {"title": "A cup", "color": None}, {"title": "Zoë's cup", "color": "red"}
    chosen = examples_of([told(plain, plain, plain), told(whole, whole), told(whole), told()], ["/cups"])

    assert chosen["GET /cups 200"]["response"] == {"data": {"cups": [whole]}}
