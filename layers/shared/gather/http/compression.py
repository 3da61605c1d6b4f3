"""Adds the request's id to a finished response, and compresses it.

A HEAD is answered like a GET. The gateway sends the length and leaves out the body (RFC 9110, 9.3.2);
without a body here it would announce the length 0.
"""

import base64
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

REQUEST_ID_HEADER = "X-Request-Id"

WORTH_COMPRESSING: Mapping[str, str] = {"Vary": "Accept-Encoding"}
"""The header by which a route requests the compression of its response, whatever its type."""

_LEVEL = 6
_MOST_FILES = 256


def compress(response: Mapping[str, Any], event: Mapping[str, Any], request_id: str) -> dict[str, Any]:
    """Returns a response in API Gateway's form, ready for the client of `event`.

    It has the request's id, unless it already has one because it is repeated for an `Idempotency-Key`. Pages,
    scripts and responses that request it are compressed where the client accepts it.
    """
    headers = {REQUEST_ID_HEADER: request_id, **response["headers"]}
    sent = {**response, "headers": headers}
    if headers.get("Content-Type", "").startswith("text/"):
        headers |= WORTH_COMPRESSING
    is_worth_it = "Vary" in headers and sent["body"]
    if is_worth_it and accepts_gzip(_accepted_by(event)):
        headers["Content-Encoding"] = "gzip"
        is_kept = "immutable" in headers.get("Cache-Control", "")
        sent["body"] = (_compressed_once if is_kept else _compressed)(sent["body"])
        sent["isBase64Encoded"] = True
    return sent


def _compressed(text: str) -> str:
    import gzip  # only responses to browsers load it

    return base64.b64encode(gzip.compress(text.encode(), compresslevel=_LEVEL, mtime=0)).decode()


_compressed_once = lru_cache(maxsize=_MOST_FILES)(_compressed)
"""For files that never change: they would be compressed anew for each browser otherwise."""


def accepts_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` takes gzip: named, or by `*`, and not with the weight 0."""
    weights: dict[str, str] = {}
    for choice in accepted.split(","):
        name, _, parameter = choice.partition(";")
        weights[name.strip().lower()] = parameter.replace(" ", "").lower().removeprefix("q=")
    weight = weights.get("gzip", weights.get("*"))
    return weight is not None and (weight == "" or weight.strip("0.") != "")


def _accepted_by(event: Mapping[str, Any]) -> str:
    headers = event.get("headers") or {}
    return next((str(value) for name, value in headers.items() if name.lower() == "accept-encoding"), "")
