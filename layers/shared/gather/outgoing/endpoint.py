"""The endpoint of a receiver's URL, parsed in one way for checks and for deliveries."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import Url, ValidationError

LONGEST_URL = 2_048
DEFAULT_PORTS: Mapping[str, int] = {"http": 80, "https": 443}

_BEGINNING = re.compile(r"https?://(?P<authority>[^/?#]+)", re.IGNORECASE)
_REFUSED_CHARACTERS = re.compile(r"[\x00-\x20\x7f\\]|\s")
_LABEL = re.compile(r"[^.]{1,63}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The normalized target of a URL: equal endpoints are the same receiver.

    `host` is an ASCII name (IDNA) or an address literal without brackets; `target` the request's path
    and query, percent-encoded.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def endpoint(url: str) -> Endpoint:
    """Parses `url`, both for the check of configurations and for deliveries.

    Raises ValueError, saying what is accepted, for anything but an absolute http or https URL without
    user information and fragment, of at most 2,048 characters.
    """
    if len(url) > LONGEST_URL:
        raise ValueError(f"must have at most {LONGEST_URL} characters")
    if _REFUSED_CHARACTERS.search(url):
        raise ValueError("must not contain spaces, control characters or backslashes")
    beginning = _BEGINNING.match(url)
    if beginning is None:
        raise ValueError("must be an absolute http or https URL")
    if "@" in beginning["authority"]:
        raise ValueError("must not contain a user name or password")
    if "#" in url:
        raise ValueError("must not have a fragment")
    return _endpoint(url)


def _endpoint(url: str) -> Endpoint:
    try:
        parsed = Url(url)
    except ValidationError:
        raise ValueError("must be an absolute http or https URL with a valid host and port") from None
    host, port = parsed.host or "", parsed.port
    if not port or not _is_host(host):
        raise ValueError("must be an absolute http or https URL with a valid host and port")
    query = "" if parsed.query is None else f"?{parsed.query}"
    return Endpoint(parsed.scheme, host.strip("[]"), port, f"{parsed.path or '/'}{query}")


def _is_host(host: str) -> bool:
    if host.startswith("["):
        return True
    labels = host.removesuffix(".").split(".")
    return len(host) <= 253 and all(_LABEL.fullmatch(label) for label in labels)


def endpoint_if_any(url: str) -> Endpoint | None:
    """Parses `url`; None for one that has no endpoint."""
    try:
        return endpoint(url)
    except ValueError:
        return None


def _webhook_url(url: str) -> str:
    endpoint(url)
    return url


_URL_SCHEMA = {"format": "uri", "maxLength": LONGEST_URL}

WebhookUrl = Annotated[str, AfterValidator(_webhook_url), Field(json_schema_extra=_URL_SCHEMA)]
"""A URL that deliveries can be sent to; see `endpoint`."""
