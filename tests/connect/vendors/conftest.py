"""A customer of a recruiting suite, with an interview to order."""

import pytest

from gather.table.store import Table
from tests.builders.connect import connect, customer_key
from tests.builders.service import Service, Tenant
from tests.support.records import add_interview_with_question


@pytest.fixture
def customer(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the tenant's first team."""
    return connect(service, customer_key(table, tenant))


@pytest.fixture
def interview_id(service: Service) -> str:
    """An interview of the team with one question."""
    return add_interview_with_question(service, title="Barista 2026", displayName="Barista")
