"""The bodies of responses: `{data, meta}` or `{error, meta}`.

Interface: Conventions, rule 2; Errors, rule 1.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Protocol

from aws_lambda_powertools.event_handler import Response
from pydantic import TypeAdapter
from pydantic_core import to_json

from gather.core.clock import timestamp
from gather.core.errors import Fault, GatherError, PayloadTooLarge
from gather.core.exact_number import unmarked
from gather.http.compression import REQUEST_ID_HEADER

JSON = "application/json"

LARGEST_RESPONSE_BYTES = 6 * 1024 * 1024 - 16 * 1024
"""The longest body that Lambda sends (6 MB), less room for the headers beside it."""

_MOST_BYTES_OF_A_CHARACTER = 4


@dataclass(frozen=True)
class Result:
    """A response with more than its data.

    `data` is of the type that the route declares; `meta` adds members to the envelope's; `version`
    becomes the ETag by which `If-Match` asks for this state of the record. `status` replaces the route's
    status: it is the one that the route declares for repeating what it did.
    """

    data: object
    meta: Mapping[str, object] = field(default_factory=dict)
    version: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int | None = None


def with_warnings(result: Result, warnings: Sequence[Fault]) -> Result:
    """The result with warnings in its `meta`, where there are any (interface: Conventions, rule 2)."""
    if not warnings:
        return result
    shown = [{"field": each.field, "message": each.reason} for each in warnings]
    return replace(result, meta={**result.meta, "warnings": shown})


class ResponseShape(Protocol):
    """The shape of the responses of a route."""

    def success(
        self,
        result: object,
        adapter: TypeAdapter[Any],
        status: int,
        request_id: str,
        now: datetime,
        headers: Mapping[str, str],
    ) -> Response[str]:
        """The response with what a route returned. Raises PayloadTooLarge for more than can be sent."""

    def failure(
        self, error: GatherError, request_id: str, now: datetime, headers: Mapping[str, str]
    ) -> Response[str]:
        """The response of a fault."""


class Envelope:
    """The shape of our own responses."""

    def success(
        self,
        result: object,
        adapter: TypeAdapter[Any],
        status: int,
        request_id: str,
        now: datetime,
        headers: Mapping[str, str],
    ) -> Response[str]:
        """The envelope around what a route returned. Raises PayloadTooLarge for more than can be sent."""
        whole = result if isinstance(result, Result) else Result(result)
        data = adapter.dump_json(whole.data, by_alias=True).decode()
        meta = to_json({**_meta(request_id, now), **whole.meta}).decode()
        etag = {} if whole.version is None else {"ETag": f'"{whole.version}"'}
        body = unmarked(f'{{"data":{data},"meta":{meta}}}')
        if _bytes_sent(body) > LARGEST_RESPONSE_BYTES:
            raise PayloadTooLarge(
                "The answer is larger than 6 MB. Ask for a smaller page, or for less of each record."
            )
        return Response(
            status_code=whole.status or status,
            content_type=JSON,
            body=body,
            headers={REQUEST_ID_HEADER: request_id, **headers, **etag, **whole.headers},
        )

    def failure(
        self, error: GatherError, request_id: str, now: datetime, headers: Mapping[str, str]
    ) -> Response[str]:
        """The error envelope of a fault: the one place where faults become our responses."""
        body: dict[str, object] = {"code": error.code, "message": error.message}
        if error.details is not None:
            body["details"] = error.details
        return Response(
            status_code=error.status,
            content_type=JSON,
            body=json.dumps({"error": body, "meta": _meta(request_id, now)}, separators=(",", ":")),
            headers={**headers, **error.headers},
        )


ENVELOPE: Final = Envelope()


def _bytes_sent(body: str) -> int:
    """The size of a body in Lambda's own JSON, where it is a text; only an estimate where that is small."""
    most = len(body) * _MOST_BYTES_OF_A_CHARACTER
    return most if most <= LARGEST_RESPONSE_BYTES else len(json.dumps(body, ensure_ascii=False).encode())


def _meta(request_id: str, now: datetime) -> dict[str, object]:
    return {"requestId": request_id, "timestamp": timestamp(now)}
