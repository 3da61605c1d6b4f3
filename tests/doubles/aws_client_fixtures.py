"""Fixtures: clients of AWS services that answer from a function."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.doubles.aws_services import Call, FakeService, ServiceResponse


@pytest.fixture(autouse=True)
def aws_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "unit")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "unit")


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, FakeService]]:
    """Makes a new client as `gather.aws.clients` does and puts `answer` behind it.

    Returns the client as the adapters take it, and the service. Retries do not wait.
    """
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _: None)

    def make(make_client: Any, answer: Callable[[Call], ServiceResponse]) -> tuple[Any, FakeService]:
        client = make_client()
        service = FakeService(answer)
        service.attach(client)
        return (lambda: client), service

    return make
