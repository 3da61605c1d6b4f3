"""A call that a client repeats has the same token, as with botocore's own clients."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.exceptions import EndpointConnectionError

from gather.core.aws import AwsClients
from gather.table.store import Table, put
from tests.conftest import ENVIRONMENT


class _Body:
    """The raw body of a response."""

    def stream(self) -> Iterator[bytes]:
        yield b"{}"


def test_each_attempt_of_a_transaction_carries_the_same_token(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    client = AwsClients().dynamodb
    tokens: list[str] = []

    def answer(request: Any, **_: object) -> Any:
        tokens.append(json.loads(request.body)["ClientRequestToken"])
        if len(tokens) == 1:
            raise EndpointConnectionError(endpoint_url=request.url)
        return AWSResponse(request.url, 200, HTTPHeaders(), _Body())

    client.meta.events.register("before-send.dynamodb", answer)
    table = Table(client, "talent-screening-test")

    table.transact([put({"pk": "A", "sk": "A"}), put({"pk": "B", "sk": "B"})])
    table.transact([put({"pk": "A", "sk": "A"}), put({"pk": "B", "sk": "B"})])

    first_attempt, second_attempt, another_transaction = tokens
    assert first_attempt == second_attempt != another_transaction
