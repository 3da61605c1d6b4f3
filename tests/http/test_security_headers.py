"""Every response protects whoever reads it: it is neither kept nor guessed at, and asked for by TLS alone."""

import pytest

from openapi.declarations import DeclaredRoute, declared_routes
from tests.builders.service import UNKNOWN_ID, Reply, Service
from tests.builders.worst_paths import with_parameters

pytestmark = pytest.mark.routes

PAGES = ["/i/unknown", "/share/unknown", "/m/unknown", "/chat/unknown", "/unsubscribe/unknown"]


def _is_protected(reply: Reply) -> bool:
    headers = reply.headers
    return (
        headers["cache-control"] == "no-store"
        and headers["x-content-type-options"] == "nosniff"
        and headers["strict-transport-security"] == "max-age=63072000; includeSubDomains"
    )


PRIVATE = [each for each in declared_routes() if each.family != "reference"]
"""The files of the reference are the same for everyone, and browsers may keep them."""


@pytest.mark.parametrize("declared", PRIVATE, ids=lambda each: each.route.key)
def test_a_response_of_every_route_is_protected(service: Service, declared: DeclaredRoute) -> None:
    route = declared.route

    reply = service.public().request(route.method, with_parameters(route.path, UNKNOWN_ID))

    assert _is_protected(reply)


def test_a_success_and_what_no_route_takes_are_protected(service: Service) -> None:
    for reply in (service.get("/candidates"), service.get("/unknown")):
        assert _is_protected(reply)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_keeps_its_base_and_says_who_may_frame_it(service: Service, path: str) -> None:
    reply = service.public().get(path)
    policy = reply.headers["content-security-policy"]

    assert reply.headers["content-type"].startswith("text/html")
    assert "base-uri 'none'" in policy
    assert "frame-ancestors" in policy
