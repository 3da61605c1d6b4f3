"""`Idempotency-Key`: a POST that is sent again gets the first answer again (answers: Errors and limits).

The first request claims the key with a conditional write, then keeps its answer for 24 hours. While it
runs, and for a minute if it died, the same key answers 409. Only successes are kept: a refused request
wrote nothing, and sending it again may succeed. The claim is marked in the first transaction that the
request commits, so that one whose outcome nobody learned is never carried out twice: its key answers
409 from then on.

An answer may show what is shown once, such as a new API key, and may hold personal data. It is therefore
kept sealed: only the API key that asked opens it, and that key is kept nowhere.
"""

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from aws_lambda_powertools.event_handler import Response
from pydantic_core import from_json

from gather.core.clock import epoch_seconds
from gather.core.errors import (
    Conflict,
    GatherError,
    IdempotencyKeyReused,
    ServiceUnavailable,
    ValidationFailed,
)
from gather.http.envelope import JSON
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import Records
from gather.table.store import ConditionFailed, Table, Update

HEADER = "idempotency-key"
REPLAY_HEADER = "Idempotent-Replay"
KEPT = timedelta(hours=24)
RUNNING = timedelta(seconds=60)
LONGEST_KEY = 255
NONCE_BYTES = 16


@dataclass(frozen=True, slots=True)
class Request:
    """What makes two requests the same: key, route with its path and query, and body.

    `secret` is the API key, which seals the answer.
    """

    credential_id: str
    key: str
    route: str
    body: str
    secret: str = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """A hash of route and body; the order of a body's members makes no difference."""
        return hashlib.sha256(f"{self.route}\n{_canonical(self.body)}".encode()).hexdigest()


def _canonical(body: str) -> str:
    try:
        return json.dumps(from_json(body), sort_keys=True)
    except ValueError:
        return body


def run_once(
    records: Records,
    request: Request,
    now: datetime,
    answer: Callable[[], Response[str]],
    headers: Mapping[str, str],
) -> Response[str]:
    """The answer of `answer`, or the one that it gave before. Two round trips more than without a key.

    `headers` are those of this request, which a replayed answer carries too. Raises Conflict while the
    first request runs and IdempotencyKeyReused for another body; whatever `answer` raises.
    """
    if not 0 < len(request.key) <= LONGEST_KEY:
        raise ValidationFailed.of("Idempotency-Key", f"must have 1 to {LONGEST_KEY} characters")
    table, key = records.table, keys.idempotency(request.credential_id, request.key)
    earlier = _claim(table, key, request, now)
    if earlier is not None:
        return _replay(earlier, request, headers)
    try:
        with records.guarded(store.update(key, _CARRIED_OUT), _carried_out):
            response = answer()
    except GatherError:
        # A transaction may have been made although its answer was lost: then the key is not free.
        with suppress(ConditionFailed, ServiceUnavailable):
            table.delete(key, "attribute_not_exists(carriedOut)")
        raise
    # What was asked for has been done: a table that fails now must not turn it into a refusal.
    with suppress(ServiceUnavailable):
        table.update(key, _kept(response, request.secret))
    return response


def _kept(response: Response[str], secret: str) -> Update:
    kept = {"status": response.status_code, "body": response.body, "headers": dict(response.headers)}
    return Update("SET answer = :answer REMOVE runningUntil", {":answer": _seal(json.dumps(kept), secret)})


_CARRIED_OUT = Update(
    "SET carriedOut = :true",
    {":true": True},
    condition="attribute_exists(pk) AND attribute_not_exists(carriedOut)",
)


def _carried_out(_item: Item | None) -> Conflict:
    return Conflict("The request with this Idempotency-Key was carried out, and its answer was lost.")


def _claim(table: Table, key: keys.Key, request: Request, now: datetime) -> Item | None:
    """Claim the key for this request; the earlier claim when there is a living one."""
    claim = {
        "pk": key.pk,
        "sk": key.sk,
        "entity": "IDEMPOTENCY",
        "fingerprint": request.fingerprint,
        "runningUntil": epoch_seconds(now + RUNNING),
        "expiresAtEpoch": epoch_seconds(now + KEPT),
    }
    ended = "runningUntil <= :now AND attribute_not_exists(carriedOut)"
    free = f"attribute_not_exists(pk) OR ({ended}) OR expiresAtEpoch <= :now"
    try:
        table.put(claim, free, now=epoch_seconds(now))
    except ConditionFailed as failure:
        return failure.item
    return None


def _replay(earlier: Item, request: Request, headers: Mapping[str, str]) -> Response[str]:
    if earlier["fingerprint"] != request.fingerprint:
        raise IdempotencyKeyReused("This Idempotency-Key was used for another request.")
    if "answer" not in earlier and "carriedOut" in earlier:
        raise _carried_out(earlier)
    if "answer" not in earlier:
        raise Conflict("A request with this Idempotency-Key is still running.")
    kept = json.loads(_open(earlier["answer"], request.secret))
    return Response(
        status_code=kept["status"],
        content_type=JSON,
        body=kept["body"],
        headers={**kept["headers"], **headers, REPLAY_HEADER: "true"},
    )


def _seal(text: str, secret: str) -> str:
    """`text`, packed, under a key stream of `secret` (256 random bits) and a number used once."""
    once = os.urandom(NONCE_BYTES)
    return base64.b64encode(once + _with_key_stream(zlib.compress(text.encode()), secret, once)).decode()


def _open(sealed: str, secret: str) -> str:
    raw = base64.b64decode(sealed)
    return zlib.decompress(_with_key_stream(raw[NONCE_BYTES:], secret, raw[:NONCE_BYTES])).decode()


def _with_key_stream(data: bytes, secret: str, once: bytes) -> bytes:
    stream = hashlib.shake_256(once + secret.encode()).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")
