"""Fixtures of workers' tests."""

from collections.abc import Iterator

import pytest

from gather.table.records import Records
from gather.tenancy.organization import JOB_WORKFLOW
from tests.builders.clock import HandClock
from tests.builders.enrolling import Enrolling
from tests.builders.service import InProcess, Service, make_tenant
from tests.doubles.engines import ScriptedEngines


@pytest.fixture
def enrolling(
    records: Records, clock: HandClock, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Enrolling]:
    """A team with a workflow; whatever a test does to it, nobody was invited twice."""
    tenant = make_tenant(records.table, features=(JOB_WORKFLOW,))
    made = Enrolling(Service(InProcess(), tenant.key), records, tenant, clock, engines, monkeypatch)
    made.apply()
    yield made
    made.check_nobody_was_invited_twice()
