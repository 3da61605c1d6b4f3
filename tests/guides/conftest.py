"""The environment of the guides' programs: the service, in process or as the local stack."""

import functools
from collections.abc import Iterator
from typing import Any

import pytest

import talent_screening
from tests.builders.service import Tenant, Transport
from tests.clients.way import ToTheService
from tests.doubles.over_http import running_stack

SERVICE_URL = "https://gather.example.com"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test, because all of them run programs of a guide."""
    item.add_marker("guides")


@pytest.fixture
def connected(transport: Transport, tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connects new clients to the service of the test, and sets the tenant's key in the environment."""
    client = functools.partial(talent_screening.TalentScreening, transport=ToTheService(transport))
    monkeypatch.setattr(talent_screening, "TalentScreening", client)
    monkeypatch.setenv("SERVICE_URL", SERVICE_URL)
    monkeypatch.setenv("SERVICE_KEY", tenant.key)


@pytest.fixture(scope="session")
def guide_stack(stack: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The content of a local stack's ready file: that of the run's stack, or else of a new one."""
    if stack is not None:
        yield stack
        return
    with running_stack(tmp_path_factory.mktemp("stack")) as ready:
        yield ready


@pytest.fixture
def in_sandbox(guide_stack: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the local stack's address and the key of its sandbox in the environment."""
    monkeypatch.setenv("SERVICE_URL", guide_stack["baseUrl"])
    monkeypatch.setenv("SERVICE_KEY", guide_stack["sandboxApiKey"])
