"""Requests that no route takes (interface: Errors, rules 1 and 7)."""

import pytest

from gather.core.identifiers import is_id
from tests.builders.service import Service

pytestmark = pytest.mark.routes


@pytest.mark.parametrize(
    "path",
    [
        "/qsi/gather/unknown",
        "/qsi/gather",
        "/qsi/gather/candidates/",
        "/qsi/gather/candidates/1/2",
        "/docs/unknown",
        "/connect",
        "/QSI/gather/candidates",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_path_is_404_in_the_error_envelope(service: Service, method: str, path: str) -> None:
    reply = service.public().request(method, path)

    assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")
    assert is_id(reply.body["meta"]["requestId"])
    assert reply.body["meta"]["timestamp"].endswith("Z")
    assert "allow" not in reply.headers


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/qsi/gather/candidates", "GET, POST"),
        ("POST", "/qsi/gather/candidates/1", "DELETE, GET, PATCH"),
        ("OPTIONS", "/qsi/gather/credentials", "GET, POST"),
        ("GET", "/qsi/gather/credentials/1", "DELETE"),
        ("GET", "/screening/token/complete", "POST"),
        ("POST", "/i/token", "GET, HEAD"),
        ("POST", "/qsi/gather/interviews/bulk-update", "PATCH"),
    ],
)
def test_a_known_path_with_another_method_is_405_with_the_methods_it_has(
    service: Service, method: str, path: str, allowed: str
) -> None:
    reply = service.public().request(method, path)

    assert (reply.status, reply.error["code"]) == (405, "METHOD_NOT_ALLOWED")
    assert reply.headers["allow"] == allowed
    assert is_id(reply.body["meta"]["requestId"])


@pytest.mark.parametrize(("method", "path"), [("GET", "/unknown"), ("PUT", "/candidates")])
def test_a_key_is_counted_where_no_route_takes_it(service: Service, method: str, path: str) -> None:
    before = int(service.get("/candidates").headers["x-ratelimit-remaining"])

    reply = service.request(method, path)

    assert reply.status in (404, 405)
    assert int(reply.headers["x-ratelimit-remaining"]) == before - 1
    assert reply.headers["x-ratelimit-limit"] == "1000"


def test_an_unknown_key_is_refused_before_an_unknown_route(service: Service) -> None:
    reply = service.using("qapi_unknown").get("/unknown")

    assert (reply.status, reply.error["code"]) == (401, "UNAUTHORIZED")


def test_a_path_with_words_where_others_have_an_id_has_the_methods_of_both(service: Service) -> None:
    """`/questions/interview` fits `/questions/{questionId}`, as the gateway sees it."""
    reply = service.post("/questions/interview", {})

    assert (reply.status, reply.headers["allow"]) == (405, "DELETE, GET, PATCH")


@pytest.mark.parametrize("identifier", ['"quoted"', "back\\slash", "gr`ave"])
def test_an_id_that_the_router_cannot_read_is_404_in_the_error_envelope(
    service: Service, identifier: str
) -> None:
    reply = service.get(f"/candidates/{identifier}")

    assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")


def test_head_is_no_method_of_the_api(service: Service) -> None:
    reply = service.public().request("HEAD", "/qsi/gather/candidates")

    assert (reply.status, reply.headers["allow"]) == (405, "GET, POST")
