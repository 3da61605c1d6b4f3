"""Identifies a client without a key by its address, from trusted hops alone.

The gateway tells the address of its own caller. Behind the edge (CloudFront) this is the edge's, for all
clients; the edge then sends the viewer's address in a header of its own, which it overwrites. A secret proves
that a request came by the edge, and a deployment with the secret takes no other requests: a client of the
gateway itself could write any address into any header. `X-Forwarded-For` is never read.
"""

import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gather.core.errors import Forbidden
from gather.core.settings import Settings
from gather.table.visitor_usage import Visitor, is_address, visitor_of
from gather.wiring import Adapters

SECRET_HEADER = "x-origin-secret"  # noqa: S105  # the header's name
ADDRESS_HEADER = "x-viewer-address"
"""Both are set by the distribution in the template, over what a viewer sends."""


def check_way(settings: Settings, headers: Mapping[str, str]) -> None:
    """Raises Forbidden unless a request came the way that the deployment asks for; `headers` have lower-case
    names. While secrets are exchanged, either of two shows it."""
    if not settings.edge_secrets:
        return
    shown = headers.get(SECRET_HEADER, "").encode()
    # All are compared, so that the time tells nothing of which one is closest.
    matches = [hmac.compare_digest(shown, secret.encode()) for secret in settings.edge_secrets]
    if not any(matches):
        raise Forbidden("This address takes no requests. Use the public address of the service.")


def visitor_address(settings: Settings, event: Mapping[str, Any], headers: Mapping[str, str]) -> str:
    """The address of the client of a request that `check_way` let in."""
    told = headers.get(ADDRESS_HEADER, "") if settings.edge_secrets else ""
    address: str = event["requestContext"]["http"]["sourceIp"]
    return told if is_address(told) else address


def count_visitor(
    adapters: Adapters, event: Mapping[str, Any], headers: Mapping[str, str], now: datetime
) -> Visitor | None:
    """Counts a request without a key. None where clients are not limited. Raises RateLimitExceeded."""
    settings = adapters.settings
    if not settings.limits_clients:
        return None
    client = visitor_of(visitor_address(settings, event, headers), now, settings.client_requests_an_hour)
    adapters.client_requests.count(adapters.records.table, client, now)
    return client
