"""A customer of a recruiting suite, an interview to order, and the worker that tells the suite of orders."""

from collections.abc import Iterator

import pytest

from gather.connect.pushes import tokens, worker
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.connect import connect, customer_key
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.pushing import Pushing, PushReceiver, push_receiver
from tests.support.records import add_interview_with_question


@pytest.fixture
def pushing(adapters: Adapters, clock: HandClock, tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> Pushing:
    """The worker of pushes, with its queue. It does not wait for other workers."""
    monkeypatch.setattr(worker, "PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(tokens, "PAUSE_SECONDS", 0.001)
    return Pushing(adapters, clock, tenant)


@pytest.fixture
def receiver() -> Iterator[PushReceiver]:
    """The suite, on loopback."""
    with push_receiver() as running:
        yield running


@pytest.fixture
def customer(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the tenant's first team."""
    return connect(service, customer_key(table, tenant))


@pytest.fixture
def interview_id(service: Service) -> str:
    """An interview of the team with one question."""
    return add_interview_with_question(service, title="Barista 2026", displayName="Barista")
