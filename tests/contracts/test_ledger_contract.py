"""The contract of every store of the ledger."""

import pytest

from gather.ports.failure import EngineFailed
from gather.ports.ledger import LedgerStore


def test_gives_back_what_is_kept(ledger: LedgerStore) -> None:
    assert ledger.save("opt-outs/1/2026-03-02T09:00:00.000Z/stop", b'{"wish": "stop"}')

    assert ledger.read("opt-outs/1/2026-03-02T09:00:00.000Z/stop") == b'{"wish": "stop"}'


def test_what_is_kept_stays_as_it_is(ledger: LedgerStore) -> None:
    ledger.save("opt-outs/1", b"first")

    assert not ledger.save("opt-outs/1", b"second")
    assert ledger.read("opt-outs/1") == b"first"


def test_names_what_is_below_a_prefix_in_order_however_much_it_is(ledger: LedgerStore) -> None:
    for number in reversed(range(1_005)):
        ledger.save(f"opt-outs/{number:04}", b"{}")
    ledger.save("erasures/1", b"{}")

    assert [*ledger.names("opt-outs/")] == [f"opt-outs/{number:04}" for number in range(1_005)]
    assert [*ledger.names("suppressions/")] == []


def test_refuses_to_read_what_is_absent_for_good(ledger: LedgerStore) -> None:
    with pytest.raises(EngineFailed) as failure:
        ledger.read("opt-outs/2")

    assert not failure.value.retryable
