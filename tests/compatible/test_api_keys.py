"""The keys of servers, given or stored in Secrets Manager."""

from dataclasses import dataclass

import boto3
import pytest
from moto import mock_aws

from gather.compatible.api_keys import FRESH_SECONDS, GivenKey, StoredKey
from gather.compatible.server import Server
from gather.ports.failure import EngineFailed
from tests.compatible.conftest import Serving
from tests.doubles.openai_server import Asked, Said, refused


@dataclass
class Store:
    """Secrets Manager as far as a key needs it, with a clock."""

    text: str = "first"
    fetched: int = 0
    now: float = 1_000

    def get_secret_value(self, **_: str) -> dict[str, str]:
        self.fetched += 1
        return {"SecretString": self.text}

    def key(self) -> StoredKey:
        return StoredKey(lambda: self, "arn:a-secret", lambda: self.now)  # type: ignore[arg-type, return-value]


def test_a_stored_key_is_fetched_once() -> None:
    store = Store()
    key = store.key()

    assert [key.value() for _ in range(3)] == ["first"] * 3
    assert store.fetched == 1


def test_a_stored_key_is_renewed_after_a_while() -> None:
    store = Store()
    key = store.key()
    key.value()

    store.text, store.now = "second", store.now + FRESH_SECONDS + 1

    assert key.value() == "second"


@pytest.mark.parametrize("text", ["a-key", '{"key": "a-key"}', '{"apiKey": " a-key\\n"}', "a-key\n"])
def test_a_secret_is_the_key_or_has_it_as_its_one_member(text: str) -> None:
    assert Store(text).key().value() == "a-key"


def test_a_key_that_is_exchanged_is_taken_up_with_the_first_refusal(serving: Serving) -> None:
    store = Store()

    def answer(asked: Asked) -> Said:
        return Said() if asked.headers["Authorization"] == "Bearer second" else refused(status=401)

    server, running = serving(answer, key=store.key())
    assert server.post_json("/x", {}, 5).status == 401
    store.text, store.now = "second", store.now + 60

    assert [server.post_json("/x", {}, 5).status for _ in range(2)] == [200, 200]
    assert len(running.asked) == 4
    assert store.fetched == 2


def test_a_server_that_refuses_every_key_makes_nobody_fetch_one_for_each_request(serving: Serving) -> None:
    store = Store()
    server, running = serving(refused(status=401), key=store.key())

    for _ in range(5):
        assert server.post_json("/x", {}, 5).status == 401

    assert (store.fetched, len(running.asked)) == (1, 5)


@mock_aws
def test_a_key_comes_out_of_secrets_manager() -> None:
    client = boto3.client("secretsmanager", region_name="eu-central-1")
    arn = client.create_secret(Name="model-key", SecretString="sk-1")["ARN"]

    assert StoredKey(lambda: client, arn).value() == "sk-1"


@mock_aws
def test_a_secret_that_is_not_there_is_the_operator_s_to_make() -> None:
    client = boto3.client("secretsmanager", region_name="eu-central-1")
    server = Server("The engine", "http://127.0.0.1:9", StoredKey(lambda: client, "arn:gone"))

    with pytest.raises(EngineFailed) as failure:
        server.post_json("/x", {}, 5)

    assert (failure.value.retryable, failure.value.for_operator) == (True, True)


def test_no_key_is_shown() -> None:
    assert "sk-1" not in repr(GivenKey("sk-1"))
