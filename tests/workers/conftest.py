"""Fixtures of workers' tests."""

import logging
from collections.abc import Callable, Iterator

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from tests.builders.retention import set_retention
from tests.builders.service import Service, Tenant, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.counting import Counted
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.gateway import InProcess

Keep = Callable[..., None]


@pytest.fixture
def counted() -> Iterator[Counted]:
    """What the service counts."""
    counting, log = Counted(), logging.getLogger("gather")
    log.addHandler(counting)
    yield counting
    log.removeHandler(counting)


@pytest.fixture
def keep(records: Records, tenant: Tenant, clock: HandClock) -> Keep:
    """Has the organization keep things for so many days; uploads for ten years unless they are named."""

    def set_days(**days: int) -> None:
        set_retention(records, tenant, clock, {"uploads": 3650, **days})

    return set_days


@pytest.fixture
def enrolling(
    adapters: Adapters, clock: HandClock, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Enrolling]:
    """A team with a workflow; whatever a test does to it, nobody was invited twice."""
    tenant = make_tenant(adapters.records.table, features=(JOB_WORKFLOW,))
    made = Enrolling(adapters, Service(InProcess(adapters), tenant.key), tenant, clock, engines, monkeypatch)
    made.apply()
    yield made
    made.check_nobody_was_invited_twice()
