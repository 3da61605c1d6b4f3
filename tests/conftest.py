"""Fixtures of every test: the service, on a table of its own, and a tenant to use it with."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import cast

import pytest
from moto import mock_aws

from gather import aws, wiring
from gather.settings import settings
from gather.table.records import Records
from gather.table.store import Table
from tests.builders.clock import HandClock
from tests.builders.service import InProcess, Service, Tenant, make_tenant
from tests.builders.template_table import create_table
from tests.doubles.engines import ScriptedEngines

TABLE_NAME = "talent-screening-test"

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "eu-west-1",
    "AWS_EC2_METADATA_DISABLED": "true",
    "BASE_URL": "https://gather.example.com",
    "TABLE_NAME": TABLE_NAME,
}


def forget_wiring() -> None:
    """Make the next use of each client and adapter a new one."""
    for cached in (
        settings,
        aws.dynamodb,
        aws.client,
        wiring.clock,
        wiring.table,
        wiring.records,
        wiring.engines,
    ):
        cached.cache_clear()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """An empty table behind the service's own wiring."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    os.environ.pop("AWS_ENDPOINT_URL_DYNAMODB", None)
    with mock_aws():
        forget_wiring()
        create_table(aws.dynamodb(), TABLE_NAME)
        yield wiring.table()
    forget_wiring()


@pytest.fixture
def records(table: Table) -> Records:
    """The records of the empty table."""
    return wiring.records()


@pytest.fixture
def engines(table: Table, monkeypatch: pytest.MonkeyPatch) -> ScriptedEngines:
    """Engines that do what the test tells them, behind the service's own wiring."""
    scripted = ScriptedEngines()
    monkeypatch.setitem(sys.modules, "scripted_engines", cast("ModuleType", scripted))
    monkeypatch.setenv("ENGINES", "scripted_engines")
    settings.cache_clear()
    wiring.engines.cache_clear()
    return scripted


@pytest.fixture
def clock(table: Table, monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """The service's clock, in the test's hand."""
    hand = HandClock()
    monkeypatch.setattr(wiring, "clock", cache(lambda: hand))
    return hand


@pytest.fixture
def tenant(table: Table) -> Tenant:
    """An organization of its own."""
    return make_tenant(table)


@pytest.fixture
def other_tenant(table: Table) -> Tenant:
    """Another organization, which must not see the first one's records."""
    return make_tenant(table)


@pytest.fixture
def service(tenant: Tenant) -> Service:
    """The service, used with the tenant's team key."""
    return Service(InProcess(), tenant.key)
