"""The fixtures of several tests of routes."""

from typing import Any

import pytest

from gather.core.caller import Scope
from gather.table.store import Table
from tests.builders.service import Service, Tenant, make_key
from tests.doubles.chat_candidate import Candidate, chatting
from tests.support.records import post_chatbot


@pytest.fixture
def admin(service: Service, table: Table, tenant: Tenant) -> Service:
    """The service, used with an admin key."""
    return service.using(make_key(table, tenant.organization_id, None, scope=Scope.ADMIN))


@pytest.fixture
def chatbot(service: Service) -> dict[str, Any]:
    return post_chatbot(service)


@pytest.fixture
def candidate(service: Service, chatbot: dict[str, Any]) -> Candidate:
    return chatting(service, chatbot)
