"""A key is checked while its request reads: nothing is written or answered before the check has succeeded."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from gather.core.caller import Caller, Permission, Quota, Scope
from gather.core.errors import Forbidden, NotFound, Unauthorized
from gather.http.key_check import AnotherCaller, Check, KeyCheck, Settle, while_allowed
from gather.table.changes import Update
from gather.table.concurrency import Start, Threads, at_once
from gather.table.keys import Key
from gather.table.known_callers import MOST_CALLERS_REMEMBERED, KnownCallers
from gather.table.records import Records
from gather.table.store import Table, delete, put

AT = Key("CREDENTIAL#hash", "CREDENTIAL")
ADA = Caller("key", "organization", "team", "user", Scope.GATHER, frozenset(Permission))
GRACE = replace(ADA, team_id="another team")
QUOTA = Quota(1000, 999, 0)
SECONDS = 30
"""Only ends a test that would hang."""


class NotingClient:
    """A client of the table that notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        def call(**_parameters: Any) -> Any:
            self.asked.append(operation)
            return {"Attributes": {}, "Items": [], "Count": 0}

        return call


@dataclass
class Requests:
    """Requests of a key that the process has seen as Ada's."""

    known: KnownCallers = field(default_factory=KnownCallers)
    client: NotingClient = field(default_factory=NotingClient)
    admitted: list[Caller] = field(default_factory=list)
    start: Start = field(default_factory=Threads)

    def __post_init__(self) -> None:
        self.known.remember(AT, ADA)

    def send(self, check: Check, respond: Callable[[Caller, Records, Settle], Any]) -> Any:
        admission = KeyCheck(self.known, AT, check, lambda caller, _quota: self.admitted.append(caller))
        return admission.meanwhile(self.start, Records(Table(self.client, "table")), respond)


@pytest.fixture
def requests() -> Requests:
    return Requests()


def admits(caller: Caller = ADA) -> Check:
    return lambda: (caller, QUOTA)


def refuses() -> tuple[Caller, Quota]:
    raise Unauthorized("The API key is unknown, revoked or expired.")


def test_a_request_reads_while_its_key_is_checked(requests: Requests) -> None:
    has_read = threading.Event()

    def check() -> tuple[Caller, Quota]:
        assert has_read.wait(SECONDS)
        return ADA, QUOTA

    def respond(caller: Caller, records: Records, _settle: Settle) -> str | None:
        records.table.get(Key("A", "B"))
        has_read.set()
        return caller.team_id

    assert requests.send(check, respond) == "team"
    assert set(requests.admitted) == {ADA}


WRITES: list[Callable[[Records], object]] = [
    lambda records: records.table.put({"pk": "A", "sk": "B"}),
    lambda records: records.table.update(Key("A", "B"), Update(set={"a": 1})),
    lambda records: records.table.delete(Key("A", "B")),
    lambda records: records.table.write(delete(Key("A", "B"))),
    lambda records: records.table.transact([put({"pk": "A", "sk": "B"})]),
]


@pytest.mark.parametrize("write", WRITES)
def test_a_write_waits_for_the_check(requests: Requests, write: Callable[[Records], object]) -> None:
    may_end = threading.Event()
    order: list[str] = []

    def check() -> tuple[Caller, Quota]:
        assert may_end.wait(SECONDS)
        order.append("checked")
        return ADA, QUOTA

    def respond(_caller: Caller, records: Records, _settle: Settle) -> None:
        threading.Timer(0.02, may_end.set).start()
        write(records)
        order.append("written")

    requests.send(check, respond)

    assert order == ["checked", "written"]
    assert len(requests.client.asked) == 1


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("start", [Threads(), at_once])
def test_a_refused_key_writes_nothing_and_is_told_nothing_else(
    requests: Requests, write: Callable[[Records], object], start: Start
) -> None:
    requests.start = start
    faults: list[Callable[[Records], object]] = [write, lambda records: fail(NotFound("candidate", "1"))]

    for fault in faults:
        requests.known.remember(AT, ADA)
        with pytest.raises(Unauthorized):
            requests.send(refuses, lambda _caller, records, _settle: fault(records))  # noqa: B023  # called at once

    assert (requests.client.asked, requests.admitted) == ([], [])
    assert requests.known.find(AT) is None


def fail(fault: Exception) -> None:
    raise fault


def test_a_response_is_not_used_when_the_key_is_refused(requests: Requests) -> None:
    with pytest.raises(Unauthorized):
        requests.send(refuses, lambda *_: "what Ada may read")


def test_a_fault_of_an_admitted_request_is_its_own(requests: Requests) -> None:
    with pytest.raises(NotFound):
        requests.send(admits(), lambda *_: fail(NotFound("candidate", "1")))

    assert set(requests.admitted) == {ADA}


@pytest.mark.parametrize("writes", [False, True])
def test_a_request_of_another_caller_begins_again_as_that_one(requests: Requests, writes: bool) -> None:
    callers: list[Caller] = []

    def respond(caller: Caller, records: Records, _settle: Settle) -> str | None:
        callers.append(caller)
        if writes:
            records.table.put({"pk": "A", "sk": "B"})
        return caller.team_id

    assert requests.send(admits(GRACE), respond) == "another team"
    assert callers == [ADA, GRACE]
    assert len(requests.client.asked) == writes
    assert requests.known.find(AT) == GRACE


def test_a_key_that_is_new_to_the_process_is_checked_first(requests: Requests) -> None:
    requests.known.discard(AT)
    order: list[str] = []

    def check() -> tuple[Caller, Quota]:
        order.append("checked")
        return ADA, QUOTA

    requests.send(check, lambda *_: order.append("responded"))

    assert order == ["checked", "responded"]
    assert requests.known.find(AT) == ADA


@pytest.mark.parametrize("caller", [ADA, GRACE, None])
def test_all_threads_of_a_request_wait_for_the_same_check(requests: Requests, caller: Caller | None) -> None:
    """A bulk update writes in several threads, and records the failures of each."""
    barrier = threading.Barrier(8)
    outcomes: list[list[str]] = []

    def check() -> tuple[Caller, Quota]:
        return refuses() if caller is None else (caller, QUOTA)

    def respond(_caller: Caller, records: Records, _settle: Settle) -> None:
        def write(_number: int) -> str:
            barrier.wait(SECONDS)
            try:
                records.table.put({"pk": "A", "sk": "B"})
            except (Unauthorized, AnotherCaller) as fault:
                return type(fault).__name__
            return "written"

        with ThreadPoolExecutor(8) as threads:
            outcomes.append(list(threads.map(write, range(8))))

    if caller is None:
        with pytest.raises(Unauthorized):
            requests.send(check, respond)
        assert outcomes == [["Unauthorized"] * 8]
    else:
        requests.send(check, respond)
        again = [] if caller == ADA else [["AnotherCaller"] * 8]
        assert outcomes == [*again, ["written"] * 8]


def test_a_revoked_key_fails_on_its_next_request_whoever_is_faster(requests: Requests) -> None:
    """One thread revokes, the other asks all the time: what is asked after the revocation is refused."""
    is_revoked, has_ended = threading.Event(), threading.Event()

    def check() -> tuple[Caller, Quota]:
        return refuses() if is_revoked.is_set() else (ADA, QUOTA)

    def ask() -> bool:
        requests.known.remember(AT, ADA)
        try:
            requests.send(check, lambda _caller, records, _settle: records.table.get(Key("A", "B")))
        except Unauthorized:
            return False
        return True

    def revoke() -> None:
        while len(requests.client.asked) < 100:
            pass
        is_revoked.set()
        has_ended.set()

    revoking = threading.Thread(target=revoke)
    revoking.start()
    while not has_ended.is_set():
        was_revoked = is_revoked.is_set()
        assert not (ask() and was_revoked)
    revoking.join()
    assert not ask()


def test_callers_are_remembered_up_to_a_number() -> None:
    known = KnownCallers()

    for number in range(MOST_CALLERS_REMEMBERED + 1):
        known.remember(Key(str(number), "CREDENTIAL"), ADA)

    assert len(known) == 1


@dataclass
class GatedRequests(Requests):
    """The same, on a route that asks for a feature of the organization."""

    def send_gated(
        self, check: Check, allow: Callable[[], None], respond: Callable[[Records, Settle], Any]
    ) -> Any:
        def gated(_caller: Caller, records: Records, settle: Settle) -> Any:
            return while_allowed(self.start, allow, settle, records, respond)

        return self.send(check, gated)


def forbids() -> None:
    raise Forbidden("The organization does not have the feature.")


def allows() -> None:
    """The organization has the feature."""


def test_a_request_reads_while_its_feature_is_looked_up() -> None:
    has_read = threading.Event()

    def allow() -> None:
        assert has_read.wait(SECONDS)

    def respond(records: Records, _settle: Settle) -> str:
        records.table.get(Key("A", "B"))
        has_read.set()
        return "read"

    assert GatedRequests().send_gated(admits(), allow, respond) == "read"


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("start", [Threads(), at_once])
def test_without_the_feature_nothing_is_written_and_nothing_else_is_told(
    write: Callable[[Records], object], start: Start
) -> None:
    requests = GatedRequests(start=start)
    faults: list[Callable[[Records], object]] = [
        write,
        lambda records: fail(NotFound("candidate", "1")),
        lambda records: "what the team may read",
    ]

    for fault in faults:
        with pytest.raises(Forbidden):
            requests.send_gated(admits(), forbids, lambda records, _settle: fault(records))  # noqa: B023  # called at once

    assert requests.client.asked == []


def test_a_refused_key_is_told_before_a_missing_feature() -> None:
    requests = GatedRequests()

    with pytest.raises(Unauthorized):
        requests.send_gated(refuses, forbids, lambda *_: "anything")


def test_a_feature_settles_no_request_whose_key_is_refused() -> None:
    requests = GatedRequests()

    with pytest.raises(Unauthorized):
        requests.send_gated(
            refuses, allows, lambda records, _settle: records.table.put({"pk": "A", "sk": "B"})
        )

    assert requests.client.asked == []
