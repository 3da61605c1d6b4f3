"""Headers that protect the readers of responses: one place for all routes, pages and errors."""

from collections.abc import Mapping

PROTECTION: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every response. A route that may be kept by browsers says so by its own `Cache-Control`.

Two years is what browsers ask of a host that always speaks TLS.
"""


def with_security_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of a response, with those of PROTECTION that it does not set itself."""
    own = {name.lower() for name in headers}
    missing = {name: value for name, value in PROTECTION.items() if name.lower() not in own}
    return {**headers, **missing}
