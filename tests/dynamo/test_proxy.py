"""Requests of the table go through the proxy that the environment names for DynamoDB."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dynamo.direct_client import DirectClient
from gather.core.settings import Settings, load
from gather.wiring import Adapters
from tests.doubles.dynamodb_server import DynamoDbServer, dynamodb_server

AWAY = "http://dynamodb.eu-central-1.example.invalid"
"""An address from which only a proxy can get an answer."""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """The environment of a function, without a proxy."""
    for name in ("http_proxy", "https_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", AWAY)
    monkeypatch.setenv("HOME", str(tmp_path))
    return monkeypatch


@pytest.fixture
def settings() -> Settings:
    return load({"TABLE_NAME": "t", "TABLE_CLIENT": "direct"})


@pytest.fixture
def server() -> Iterator[DynamoDbServer]:
    with dynamodb_server() as running:
        yield running


def test_a_request_goes_through_the_proxy(
    settings: Settings, server: DynamoDbServer, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("HTTP_PROXY", server.url)

    Adapters(settings).table_client.get_item(TableName="t", Key={})

    [asked] = server.asked
    assert asked.operation == "GetItem"
    assert asked.headers["host"] == AWAY.removeprefix("http://")


@pytest.mark.parametrize(
    ("variables", "is_direct"),
    [
        ({}, True),
        ({"HTTPS_PROXY": "http://proxy.invalid:3128"}, True),
        ({"http_proxy": "http://proxy.invalid:3128"}, False),
        ({"HTTP_PROXY": "http://proxy.invalid:3128", "NO_PROXY": "example.invalid"}, True),
        ({"HTTP_PROXY": "http://proxy.invalid:3128", "no_proxy": "other.invalid"}, False),
        (
            {"HTTPS_PROXY": "http://proxy.invalid:3128", "AWS_ENDPOINT_URL_DYNAMODB": "https://a.invalid"},
            False,
        ),
    ],
)
def test_the_direct_client_is_for_where_no_proxy_is_between(
    settings: Settings, environment: pytest.MonkeyPatch, variables: dict[str, str], is_direct: bool
) -> None:
    for name, value in variables.items():
        environment.setenv(name, value)

    client = Adapters(settings).table_client

    assert isinstance(client, DirectClient) is is_direct
