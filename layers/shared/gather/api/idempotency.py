"""`Idempotency-Key`: a POST that is sent again gets the first answer again (answers: Errors and limits).

The first request claims the key with a conditional write, then keeps its answer for 24 hours. While it
runs, and for a minute if it died, the same key answers 409. Only successes are kept: a refused request
wrote nothing, and sending it again may succeed.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from aws_lambda_powertools.event_handler import Response

from gather.api.envelope import JSON
from gather.clock import epoch_seconds
from gather.errors import Conflict, GatherError, IdempotencyKeyReused, ValidationFailed
from gather.table import keys
from gather.table.conversion import Item
from gather.table.store import ConditionFailed, Table, Update

HEADER = "idempotency-key"
REPLAY_HEADER = "Idempotent-Replay"
KEPT = timedelta(hours=24)
RUNNING = timedelta(seconds=60)
LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class Request:
    """What makes two requests the same: key, route with its path, and body."""

    credential_id: str
    key: str
    route: str
    body: str

    @property
    def fingerprint(self) -> str:
        """A hash of route and body."""
        return hashlib.sha256(f"{self.route}\n{self.body}".encode()).hexdigest()


def run_once(
    table: Table,
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
    key = keys.idempotency(request.credential_id, request.key)
    earlier = _claim(table, key, request, now)
    if earlier is not None:
        return _replay(earlier, request, headers)
    try:
        response = answer()
    except GatherError:
        table.delete(key)
        raise
    kept = {"status": response.status_code, "body": response.body, "headers": dict(response.headers)}
    table.update(
        key,
        Update("SET answer = :answer REMOVE runningUntil", {":answer": json.dumps(kept)}),
    )
    return response


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
    free = "attribute_not_exists(pk) OR runningUntil <= :now OR expiresAtEpoch <= :now"
    try:
        table.put(claim, free, now=epoch_seconds(now))
    except ConditionFailed as failure:
        return failure.item
    return None


def _replay(earlier: Item, request: Request, headers: Mapping[str, str]) -> Response[str]:
    if earlier["fingerprint"] != request.fingerprint:
        raise IdempotencyKeyReused("This Idempotency-Key was used for another request.")
    if "answer" not in earlier:
        raise Conflict("A request with this Idempotency-Key is still running.")
    kept = json.loads(earlier["answer"])
    return Response(
        status_code=kept["status"],
        content_type=JSON,
        body=kept["body"],
        headers={**kept["headers"], **headers, REPLAY_HEADER: "true"},
    )
