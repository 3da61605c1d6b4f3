"""Fixtures of the tests of notifications."""

import pytest

from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.notifying import Post


@pytest.fixture
def post(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Post:
    return Post(adapters, service, records, tenant, clock, engines)
