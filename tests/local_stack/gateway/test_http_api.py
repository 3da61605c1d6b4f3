"""The HTTP API of the local stack: the choice of the route, the event of its function, and the response."""

import json
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from local_stack.functions.log import FunctionLog
from local_stack.functions.pool import FunctionNotFound
from local_stack.functions.runtime_api import Outcome
from local_stack.gateway.http_api import HttpApi, RouteTable

ROUTES = {
    "GET /cups/{id}": "Cups",
    "PATCH /cups/bulk": "BulkCups",
    "GET /cups/{id}/{part}": "Parts",
    "GET /cups/mine/{part}": "MyParts",
    "ANY /teas": "Teas",
    "GET /shelf/{rest+}": "Shelf",
    "GET /shelf/files/{file}": "Files",
    "$default": "Fallback",
}


@pytest.mark.parametrize(
    ("method", "path", "key", "parameters"),
    [
        ("GET", "/cups/7", "GET /cups/{id}", {"id": "7"}),
        ("PATCH", "/cups/bulk", "PATCH /cups/bulk", {}),
        ("GET", "/cups/bulk", "GET /cups/{id}", {"id": "bulk"}),
        ("GET", "/cups/mine/lid", "GET /cups/mine/{part}", {"part": "lid"}),
        ("GET", "/cups/yours/lid", "GET /cups/{id}/{part}", {"id": "yours", "part": "lid"}),
        ("DELETE", "/teas", "ANY /teas", {}),
        ("GET", "/shelf/a", "GET /shelf/{rest+}", {"rest": "a"}),
        ("GET", "/shelf/a/b/c", "GET /shelf/{rest+}", {"rest": "a/b/c"}),
        ("GET", "/shelf/files/a", "GET /shelf/files/{file}", {"file": "a"}),
        ("GET", "/shelf/files/a/b", "GET /shelf/{rest+}", {"rest": "files/a/b"}),
        ("GET", "/shelf", "$default", {}),
        ("POST", "/shelf/a", "$default", {}),
        ("HEAD", "/cups/7", "$default", {}),
        ("GET", "/cups/", "$default", {}),
        ("GET", "/cups/7/", "$default", {}),
        ("GET", "//cups/7", "$default", {}),
        ("GET", "/", "$default", {}),
    ],
)
def test_the_most_exact_route_takes_a_request(
    method: str, path: str, key: str, parameters: dict[str, str]
) -> None:
    route, found = RouteTable(ROUTES).find(method, path)

    assert route is not None
    assert (route.key, route.function, found) == (key, ROUTES[key], parameters)


@dataclass
class Functions:
    """Stands for the pool: keeps the events of functions, and returns `outcome`."""

    outcome: Outcome | None = None
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def invoke(self, name: str, payload: bytes) -> Outcome:
        self.asked.append((name, json.loads(payload)))
        if self.outcome is None:
            raise FunctionNotFound(name)
        return self.outcome

    @property
    def event(self) -> dict[str, Any]:
        """The last event of a function."""
        return self.asked[-1][1]


@dataclass
class Api:
    """The HTTP API with such functions."""

    routes: dict[str, str] = field(default_factory=lambda: ROUTES)
    functions: Functions = field(default_factory=lambda: Functions(Outcome(b'{"statusCode":200}', False)))
    log: StringIO = field(default_factory=StringIO)

    def send(self, method: str, path: str, **more: Any) -> TestResponse:
        served = HttpApi(self.routes, self.functions, FunctionLog(self.log), 3000)  # type: ignore[arg-type]
        client = Client(served, use_cookies=False)
        environ = {"REMOTE_ADDR": "192.0.2.1"}
        base = "http://gather.example:3000"
        return client.open(path, method=method, base_url=base, environ_overrides=environ, **more)

    def returns(self, result: object) -> TestResponse:
        """Returns the client's response to a result of the function."""
        self.functions.outcome = Outcome(json.dumps(result).encode(), failed=False)
        return self.send("GET", "/cups/7")


@pytest.fixture
def api() -> Api:
    return Api()


def test_a_function_gets_what_was_asked(api: Api) -> None:
    api.send(
        "GET",
        "/cups/a%20b%C3%A9?tag=x&tag=y%20z&empty=&%C3%A9=1",
        headers={"X-Api-Key": "k", "Cookie": "a=1; b=2", "User-Agent": "client/1.0"},
    )

    event = api.functions.event
    context = event["requestContext"]
    assert event["version"] == "2.0"
    assert event["routeKey"] == context["routeKey"] == "GET /cups/{id}"
    assert event["rawPath"] == "/cups/a bé"
    assert event["rawQueryString"] == "tag=x&tag=y%20z&empty=&%C3%A9=1"
    assert event["queryStringParameters"] == {"tag": "x,y z", "empty": "", "é": "1"}
    assert event["pathParameters"] == {"id": "a bé"}
    assert event["cookies"] == ["a=1", "b=2"]
    assert event["headers"]["x-api-key"] == "k"
    assert event["headers"]["x-forwarded-proto"] == "http"
    assert event["headers"]["x-forwarded-port"] == "3000"
    assert context["domainName"] == "gather.example:3000"
    assert context["http"] == {
        "method": "GET",
        "path": "/cups/a bé",
        "protocol": "HTTP/1.1",
        "sourceIp": "192.0.2.1",
        "userAgent": "client/1.0",
    }
    assert "body" not in event
    assert event["isBase64Encoded"] is False


def test_what_a_request_does_not_have_is_left_out(api: Api) -> None:
    api.send("POST", "/unknown")

    assert not api.functions.event.keys() & {"pathParameters", "queryStringParameters", "cookies", "body"}


@pytest.mark.parametrize(
    ("content", "body", "is_binary"), [("tea é".encode(), "tea é", False), (b"\xff\x00\xfe", "/wD+", True)]
)
def test_a_body_is_text_where_it_can_be(api: Api, content: bytes, body: str, is_binary: bool) -> None:
    api.send("POST", "/teas", data=content, headers={"Content-Type": "text/plain"})

    assert (api.functions.event["body"], api.functions.event["isBase64Encoded"]) == (body, is_binary)
    assert api.functions.event["headers"]["content-type"] == "text/plain"
    assert api.functions.event["headers"]["content-length"] == str(len(content))


def test_a_client_gets_what_the_function_returns(api: Api) -> None:
    answer = api.returns(
        {
            "statusCode": 201,
            "headers": {"content-type": "text/plain", "X-Left": 3},
            "cookies": ["a=1", "b=2"],
            "body": "é",
        }
    )

    assert (answer.status, answer.text) == ("201 Created", "é")
    assert answer.headers["Content-Type"] == "text/plain"
    assert answer.headers["X-Left"] == "3"
    assert answer.headers.getlist("Set-Cookie") == ["a=1", "b=2"]
    assert answer.headers["Content-Length"] == "2"


def test_a_body_in_base64_is_decoded(api: Api) -> None:
    answer = api.returns({"statusCode": 200, "body": "/wD+", "isBase64Encoded": True})

    assert answer.data == b"\xff\x00\xfe"


@pytest.mark.parametrize(
    ("result", "content"), [({"a": 1}, '{"a": 1}'), ("tea", "tea"), ([1], "[1]"), (None, "null")]
)
def test_a_result_without_a_status_is_the_content(api: Api, result: object, content: str) -> None:
    answer = api.returns(result)

    assert (answer.status_code, answer.text) == (200, content)
    assert answer.headers["Content-Type"] == "application/json"


def test_a_response_without_content_has_none(api: Api) -> None:
    empty = api.returns({"statusCode": 204})
    api.functions.outcome = Outcome(b'{"statusCode":200,"body":"tea"}', failed=False)
    head = api.send("HEAD", "/teas")

    assert (empty.data, empty.headers.get("Content-Length")) == (b"", None)
    assert (head.data, head.headers["Content-Length"]) == (b"", "3")


@pytest.mark.parametrize(
    ("outcome", "cause"),
    [
        (
            Outcome(b'{"errorType":"ValueError","errorMessage":"secret"}', failed=True),
            "ValueError: secret",
        ),
        (Outcome(b'{"statusCode":"tea"}', failed=False), "its result is none"),
        (Outcome(b'{"statusCode":200,"headers":3}', failed=False), "its result is none"),
        (Outcome(b"{", failed=False), "its result is none"),
        (None, "Cups does not run"),
    ],
)
def test_why_a_function_failed_is_for_the_log_alone(api: Api, outcome: Outcome | None, cause: str) -> None:
    api.functions.outcome = outcome

    answer = api.send("GET", "/cups/7")

    assert (answer.status_code, answer.json) == (500, {"message": "Internal Server Error"})
    assert f"GET /cups/{{id}} failed: {cause}" in api.log.getvalue()


def test_an_api_without_a_default_route_does_not_find_the_rest() -> None:
    answer = Api(routes={"GET /teas": "Teas"}).send("GET", "/cups/7")

    assert (answer.status_code, answer.json) == (404, {"message": "Not Found"})
