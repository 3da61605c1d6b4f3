"""`Idempotency-Key`: a repeated POST gets the first response again (interface: Repeated requests, rule 1).

The first request claims the key with a conditional write, then keeps its response for 24 hours. While it
runs, and for a minute if it died, the same key is refused with 409. Only successes are kept: a refused
request wrote nothing, and sending it again may succeed. The claim is marked in the first unit of work that
the request commits, so that a request whose outcome nobody learned is never carried out twice. The mark names
what that unit has made, and the response is made anew from it (gather.http.response_recovery). Where that
cannot be, the key is refused with 409 from then on.

A response may show what is shown once, such as a new API key, and may hold personal data. It is therefore
kept sealed: only the API key that asked opens it, and that key is kept nowhere.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from aws_lambda_powertools.event_handler import Response
from pydantic_core import from_json

from gather.core.clock import epoch_seconds
from gather.core.errors import (
    Conflict,
    GatherError,
    IdempotencyKeyReused,
    NotFound,
    ServiceUnavailable,
    ValidationFailed,
)
from gather.http.envelope import JSON
from gather.http.response_recovery import response_lost
from gather.table.changes import Update
from gather.table.conditions import absent, at_most, lacks, present
from gather.table.conversion import Item
from gather.table.idempotency import IDEMPOTENCY, without_response
from gather.table.item_kind import Place
from gather.table.kind import Kind
from gather.table.records import Records
from gather.table.store import ConditionFailed, Table
from gather.table.unit_of_work import Created

HEADER = "idempotency-key"
REPLAY_HEADER = "Idempotent-Replay"
KEPT = timedelta(hours=24)
FOUND = KEPT + timedelta(days=7)
"""For how long a candidate leads to the responses about them. TTL removes each item by itself, days after its
time: a response must not outlive what leads to it."""
RUNNING = timedelta(seconds=60)
LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """The fingerprint of a request: key, route with its path and query, and body.

    `secret` is the API key, which seals the response.
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


@dataclass(frozen=True, slots=True)
class RepeatableSteps:
    """The ways to respond to a request. `respond` works on the records that it gets, which know the claim.
    `respond_again` responds to a request that was carried out, from the record of the kind `makes` that it
    created, if any. It may raise NotFound and Conflict."""

    respond: Callable[[Records], Response[str]]
    respond_again: Callable[[Created | None], Response[str]]
    makes: Kind[Any] | None


def run_once(
    records: Records,
    request: IdempotentRequest,
    now: datetime,
    steps: RepeatableSteps,
    headers: Mapping[str, str],
) -> Response[str]:
    """The response of `steps`, or the one that they gave before. Two round trips more than without a key,
    three where the request is about candidates.

    `headers` are those of this request, which a replayed response carries too. Raises Conflict while the
    first request runs, or when it was carried out and its response cannot be made anew; IdempotencyKeyReused
    for another body; whatever `steps` raise.
    """
    if not 0 < len(request.key) <= LONGEST_KEY:
        raise ValidationFailed.of("Idempotency-Key", f"must have 1 to {LONGEST_KEY} characters")
    table, place = records.table, IDEMPOTENCY.at(request.credential_id, request.key)
    earlier = _claim(table, place, request, now)
    if earlier is not None:
        return _replay(earlier, request, steps, headers, now)
    guarded = records.guarded(lambda made: place.update(_carried_out(made)), response_lost(), steps.makes)
    try:
        response = steps.respond(guarded)
    except GatherError:
        # A transaction may have been made although its outcome was lost: then the key is not free.
        with suppress(ConditionFailed, ServiceUnavailable):
            table.delete(place.key, _NOT_CARRIED_OUT)
        raise
    # The request has been carried out: a table that fails now must not turn it into a refusal.
    with suppress(GatherError):
        _keep(guarded, place, response, request, now)
    return response


def _keep(
    records: Records, place: Place, response: Response[str], request: IdempotentRequest, now: datetime
) -> None:
    """Keep the response. Where the request was about candidates, it is found from each of them: sealed as it
    is, nobody could tell otherwise which responses an erasure has to remove. Two round trips then, one else.

    An erasure that begins later finds the response. One that began before may have looked already, so that
    its mark is looked for once the response is kept.
    """
    if not records.people:
        records.table.update(place.key, _kept(response, request))
        return
    # Only these requests load the module.
    from gather.screening.candidate_interviews import erasure_mark_storage

    leading = erasure_mark_storage.reference_writes(
        records.people, request.credential_id, request.key, epoch_seconds(now + FOUND)
    )
    records.table.transact([place.update(_kept(response, request)), *leading])
    if erasure_mark_storage.is_any_erased(records.table, records.people):
        records.table.update(place.key, without_response())


def _kept(response: Response[str], request: IdempotentRequest) -> Update:
    from gather.http.encryption import encrypt  # only these requests load the library

    kept = {"status": response.status_code, "body": response.body, "headers": dict(response.headers)}
    sealed = encrypt(json.dumps(kept), request.secret, request.fingerprint)
    return Update(set={"response": sealed}, remove=["runningUntil"])


_NOT_CARRIED_OUT = lacks("carriedOut")


def _carried_out(made: Created | None) -> Update:
    names = {} if made is None else {"made": {"teamId": made.team_id, "id": made.id}}
    return Update(set={"carriedOut": True, **names}, condition=present() & _NOT_CARRIED_OUT)


def _claim(table: Table, place: Place, request: IdempotentRequest, now: datetime) -> Item | None:
    """Claim the key for this request; the earlier claim when there is a living one."""
    has_died = at_most("runningUntil", epoch_seconds(now)) & _NOT_CARRIED_OUT
    has_expired = at_most("expiresAtEpoch", epoch_seconds(now))
    claim = place.replace(
        absent() | has_died | has_expired,
        fingerprint=request.fingerprint,
        runningUntil=epoch_seconds(now + RUNNING),
        expiresAtEpoch=epoch_seconds(now + KEPT),
    )
    try:
        table.write(claim)
    except ConditionFailed as failure:
        return failure.item
    return None


def _replay(
    earlier: Item,
    request: IdempotentRequest,
    steps: RepeatableSteps,
    headers: Mapping[str, str],
    now: datetime,
) -> Response[str]:
    if earlier["fingerprint"] != request.fingerprint:
        raise IdempotencyKeyReused("This Idempotency-Key was used for another request.")
    if "response" not in earlier and "carriedOut" in earlier:
        return _respond_again(earlier, steps, now)
    if "response" not in earlier:
        raise _still_running()
    from gather.http.encryption import decrypt  # only these requests load the library

    kept = json.loads(decrypt(earlier["response"], request.secret, request.fingerprint))
    return Response(
        status_code=kept["status"],
        content_type=JSON,
        body=kept["body"],
        headers={**kept["headers"], **headers, REPLAY_HEADER: "true"},
    )


def _still_running() -> Conflict:
    return Conflict("A request with this Idempotency-Key is still running.")


def _respond_again(earlier: Item, steps: RepeatableSteps, now: datetime) -> Response[str]:
    """The response that was lost, made anew. Raises Conflict where it cannot be, and where what was made is
    gone, for example because its candidate was erased. Until its minute is over, the first request may still
    be about to keep its response."""
    made = earlier.get("made")
    try:
        response = steps.respond_again(None if made is None else Created(made["teamId"], made["id"]))
    except (NotFound, Conflict):
        if earlier.get("runningUntil", 0) > epoch_seconds(now):
            raise _still_running() from None
        raise response_lost() from None
    response.headers[REPLAY_HEADER] = "true"
    return response
