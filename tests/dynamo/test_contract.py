"""The contract of both clients of the table over sockets: their requests, and their handling of faults."""

import ipaddress
import os
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import BotoCoreError, ClientError
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moto.server import ThreadedMotoServer

from dynamo.aws_access import AwsAccess, find_access
from dynamo.client import TableClient
from dynamo.connections import Connections, TableEndpoint
from dynamo.direct_client import (
    THROTTLED_PAUSE_SECONDS,
    DirectClient,
    RetryQuota,
    Surroundings,
)
from dynamo.request_signing import Access
from gather.core import aws
from gather.core.aws import AwsClients
from gather.core.errors import ServiceUnavailable
from gather.table.changes import Update
from gather.table.conditions import absent, present
from gather.table.keys import Key
from gather.table.store import ConditionFailed, KeyRange, Table, TransactionRefused, delete, put, update
from tests.builders.template_table import create_table
from tests.doubles.dynamodb_server import (
    DynamoDbServer,
    answer,
    checked,
    closed,
    closed_afterwards,
    dynamodb_server,
    refused,
    reset,
    sent,
    silent,
)

KEY = Key("A", "B")
TABLE = "contract"
READ_SECONDS = 0.3

MakeClient = Callable[[str], TableClient]
"""Makes a client of the DynamoDB at an address."""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """The environment of a function."""
    for name in ("AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_CA_BUNDLE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "contract")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("HOME", str(tmp_path))
    return monkeypatch


@pytest.fixture
def read_seconds() -> float:
    """The time in seconds for which clients wait for a response."""
    return READ_SECONDS


@pytest.fixture(params=["direct", "botocore"])
def make_client(
    request: pytest.FixtureRequest, environment: pytest.MonkeyPatch, read_seconds: float
) -> Iterator[MakeClient]:
    """Makes clients as production does, with shorter pauses and time limits."""
    environment.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    usual = aws._config
    environment.setattr(aws, "_config", lambda _connect, _read, attempts: usual(1, read_seconds, attempts))

    def make(url: str) -> TableClient:
        """Makes a client; direct clients are closed after the test."""
        environment.setenv("AWS_ENDPOINT_URL_DYNAMODB", url)
        if request.param == "botocore":
            client: TableClient = AwsClients().dynamodb
            return client
        access = find_access(os.environ)
        connections = Connections(access.endpoint, read_seconds=read_seconds)
        closing.callback(connections.close)
        return DirectClient(access, connections, Surroundings(pause=lambda _seconds: None))

    with ExitStack() as closing:
        yield make


@pytest.fixture
def server() -> Iterator[DynamoDbServer]:
    with dynamodb_server() as running:
        yield running


@pytest.fixture
def client(make_client: MakeClient, server: DynamoDbServer) -> TableClient:
    return make_client(server.url)


@pytest.fixture
def table(client: TableClient) -> Table:
    return Table(client, TABLE, lambda _seconds: None)


class TestRequests:
    """The requests that a client sends."""

    def test_each_operation_is_named_and_sent_as_json(
        self, client: TableClient, server: DynamoDbServer
    ) -> None:
        key = {"pk": {"S": "ä\u2028\U0001f600"}}
        parameters = {"TableName": TABLE, "Key": key}

        client.get_item(**parameters)
        client.update_item(**parameters)
        client.delete_item(**parameters)
        client.put_item(TableName=TABLE, Item=key)
        client.query(TableName=TABLE, ExclusiveStartKey=key)
        client.batch_get_item(RequestItems={TABLE: {"Keys": []}})
        client.transact_write_items(TransactItems=[], ClientRequestToken="token")

        assert [(asked.operation, asked.body) for asked in server.asked] == [
            ("GetItem", parameters),
            ("UpdateItem", parameters),
            ("DeleteItem", parameters),
            ("PutItem", {"TableName": TABLE, "Item": key}),
            ("Query", {"TableName": TABLE, "ExclusiveStartKey": key}),
            ("BatchGetItem", {"RequestItems": {TABLE: {"Keys": []}}}),
            ("TransactWriteItems", {"TransactItems": [], "ClientRequestToken": "token"}),
        ]
        assert all(asked.headers["content-type"] == "application/x-amz-json-1.0" for asked in server.asked)

    def test_a_session_s_token_goes_with_each_request_and_is_signed(
        self, make_client: MakeClient, server: DynamoDbServer, environment: pytest.MonkeyPatch
    ) -> None:
        environment.setenv("AWS_SESSION_TOKEN", "of the session")

        make_client(server.url).get_item(TableName=TABLE, Key={})

        [asked] = server.asked
        assert asked.headers["x-amz-security-token"] == "of the session"
        assert "x-amz-security-token" in asked.headers["authorization"]

    def test_refreshed_credentials_sign_the_next_request(
        self, make_client: MakeClient, server: DynamoDbServer, environment: pytest.MonkeyPatch
    ) -> None:
        soon = (datetime.now(UTC) + timedelta(minutes=1)).isoformat()
        environment.setenv("AWS_CREDENTIAL_EXPIRATION", soon)
        environment.setenv("AWS_SESSION_TOKEN", "first")
        client = make_client(server.url)
        later = (datetime.now(UTC) + timedelta(hours=6)).isoformat()
        environment.setenv("AWS_ACCESS_KEY_ID", "refreshed")
        environment.setenv("AWS_SESSION_TOKEN", "second")
        environment.setenv("AWS_CREDENTIAL_EXPIRATION", later)

        client.get_item(TableName=TABLE, Key={})

        [asked] = server.asked
        assert "Credential=refreshed/" in asked.headers["authorization"]
        assert asked.headers["x-amz-security-token"] == "second"

    def test_a_connection_is_kept(self, client: TableClient, server: DynamoDbServer) -> None:
        for _ in range(3):
            client.get_item(TableName=TABLE, Key={})

        assert [asked.connection for asked in server.asked] == [1, 1, 1]

    def test_many_threads_have_their_own_responses(self, client: TableClient, server: DynamoDbServer) -> None:
        def echo(asked: Any, connection: Any) -> bool:
            return answer({"Item": asked.body["Key"]})(asked, connection)

        server.will(*[echo] * 200)

        def get(number: int) -> object:
            return client.get_item(TableName=TABLE, Key={"pk": {"N": str(number)}})["Item"]

        with ThreadPoolExecutor(8) as threads:
            responses = list(threads.map(get, range(200)))

        assert responses == [{"pk": {"N": str(number)}} for number in range(200)]


class TestFaults:
    """Faults between the client and DynamoDB."""

    @pytest.mark.parametrize(
        "fault",
        [
            refused("ThrottlingException"),
            refused("ProvisionedThroughputExceededException"),
            refused("RequestLimitExceeded"),
            refused("TransactionInProgressException"),
            refused("InternalServerError", 500),
            answer(b"<html>Service Unavailable</html>", 503),
            answer(b"", 502),
            closed,
            reset,
            silent,
            answer({"Item": {}}, headers={"x-amz-crc32": "1"}),
        ],
        ids=[
            "throttled",
            "over capacity",
            "over limits",
            "in progress",
            "500",
            "503",
            "502",
            "closed",
            "reset",
            "silent",
            "another checksum",
        ],
    )
    def test_a_passing_fault_is_outlived(
        self, client: TableClient, server: DynamoDbServer, fault: Any
    ) -> None:
        server.will(fault, checked({"Item": {"pk": {"S": "A"}}}))

        response = client.transact_write_items(TransactItems=[], ClientRequestToken="token")

        assert response["Item"] == {"pk": {"S": "A"}}
        assert [asked.body["ClientRequestToken"] for asked in server.asked] == ["token"] * 2

    @pytest.mark.parametrize(
        "fault",
        [
            refused("ThrottlingException"),
            refused("InternalServerError", 500),
            answer(b"<html>Service Unavailable</html>", 503),
            answer(b"", 500),
            closed,
            reset,
            silent,
        ],
        ids=["throttled", "500", "503", "nothing", "closed", "reset", "silent"],
    )
    def test_a_lasting_fault_is_a_busy_service_after_two_attempts(
        self, table: Table, server: DynamoDbServer, fault: Any
    ) -> None:
        server.will(*[fault] * 10)

        with pytest.raises(ServiceUnavailable):
            table.get(KEY)
        assert len(server.asked) == 2

    @pytest.mark.parametrize(
        ("code", "status"),
        [
            ("AccessDeniedException", 400),
            ("ConditionalCheckFailedException", 400),
            ("DuplicateItemException", 400),
            ("ExpiredTokenException", 400),
            ("IdempotentParameterMismatchException", 400),
            ("IncompleteSignatureException", 400),
            ("ItemCollectionSizeLimitExceededException", 400),
            ("MissingAuthenticationTokenException", 400),
            ("ResourceInUseException", 400),
            ("ResourceNotFoundException", 400),
            ("SerializationException", 400),
            ("TransactionCanceledException", 400),
            ("TransactionConflictException", 400),
            ("UnrecognizedClientException", 400),
            ("ValidationException", 400),
        ],
    )
    def test_a_refusal_is_told_at_once(
        self, client: TableClient, server: DynamoDbServer, code: str, status: int
    ) -> None:
        server.will(refused(code, status))

        with pytest.raises(ClientError) as refusal:
            client.put_item(TableName=TABLE, Item={})

        response = refusal.value.response
        assert response["Error"] == {"Code": code, "Message": code}
        assert response["ResponseMetadata"]["HTTPStatusCode"] == status
        assert refusal.value.operation_name == "PutItem"
        assert len(server.asked) == 1

    def test_a_refusal_has_its_members(self, table: Table, server: DynamoDbServer) -> None:
        stored = {"pk": {"S": "A"}, "used": {"N": "7"}}
        reasons = [{"Code": "None"}, {"Code": "ConditionalCheckFailed", "Item": stored}]
        server.will(
            refused("ConditionalCheckFailedException", Item=stored),
            refused("TransactionCanceledException", CancellationReasons=reasons),
        )

        with pytest.raises(ConditionFailed) as failure:
            table.update(KEY, Update(set={"a": 1}, condition=present()))
        with pytest.raises(TransactionRefused) as refusal:
            table.transact([put({"pk": "A", "sk": "B"}), put({"pk": "C", "sk": "D"}, absent())])

        assert failure.value.item == {"pk": "A", "used": 7}
        assert refusal.value.failed == {1: {"pk": "A", "used": 7}}

    def test_a_connection_that_was_closed_meanwhile_is_replaced(
        self, client: TableClient, server: DynamoDbServer
    ) -> None:
        server.will(*[closed_afterwards()] * 3)

        for _ in range(4):
            client.update_item(TableName=TABLE, Key={})

        assert [asked.connection for asked in server.asked] == [1, 2, 3, 4]

    def test_what_comes_after_a_response_is_not_that_of_the_next_request(
        self, client: TableClient, server: DynamoDbServer
    ) -> None:
        def response(text: str) -> bytes:
            content = f'{{"Item":{{"pk":{{"S":"{text}"}}}}}}'.encode()
            return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(content), content)

        server.will(
            sent(response("first") + response("of nobody")), answer({"Item": {"pk": {"S": "second"}}})
        )

        items = [client.get_item(TableName=TABLE, Key={})["Item"]["pk"]["S"] for _ in range(2)]

        assert items == ["first", "second"]

    def test_nobody_listens(self, make_client: MakeClient) -> None:
        with dynamodb_server() as gone:
            pass

        with pytest.raises(ServiceUnavailable):
            Table(make_client(gone.url), TABLE).get(KEY)


def issued(folder: Path, host: str) -> tuple[ssl.SSLContext, Path]:
    """Returns a server's context with a certificate of its own for a host, and the file of its issuer."""
    authority, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "contract authority")])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    known_as: x509.GeneralName = x509.DNSName(host)
    if host[0].isdigit():
        known_as = x509.IPAddress(ipaddress.ip_address(host))

    def certificate(name: x509.Name, public: Any, *, is_authority: bool) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return (
            x509.CertificateBuilder(issuer, name, public, x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        )

    root = (
        certificate(issuer, authority.public_key(), is_authority=True)
        .add_extension(
            x509.KeyUsage(False, False, False, False, False, True, True, False, False), critical=True
        )
        .sign(authority, hashes.SHA256())
    )
    own = (
        certificate(subject, key.public_key(), is_authority=False)
        .add_extension(x509.SubjectAlternativeName([known_as]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), critical=False
        )
        .sign(authority, hashes.SHA256())
    )
    roots, chain = folder / "roots.pem", folder / "chain.pem"
    roots.write_bytes(root.public_bytes(serialization.Encoding.PEM))
    chain.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + own.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    return context, roots


class TestTls:
    """The check of the server's identity."""

    def test_the_host_that_a_trusted_authority_names_is_asked(
        self, make_client: MakeClient, environment: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        context, roots = issued(tmp_path, "127.0.0.1")
        environment.setenv("AWS_CA_BUNDLE", str(roots))

        with dynamodb_server(context) as server:
            client = make_client(server.url)
            for _ in range(2):
                client.get_item(TableName=TABLE, Key={})

        assert [asked.connection for asked in server.asked] == [1, 1]

    @pytest.mark.parametrize(("host", "is_trusted"), [("127.0.0.1", False), ("other.example", True)])
    def test_nothing_is_told_to_anybody_else(
        self,
        make_client: MakeClient,
        environment: pytest.MonkeyPatch,
        tmp_path: Path,
        host: str,
        is_trusted: bool,
    ) -> None:
        context, roots = issued(tmp_path, host)
        if is_trusted:
            environment.setenv("AWS_CA_BUNDLE", str(roots))

        with dynamodb_server(context) as server:
            client = make_client(server.url)
            with pytest.raises(BotoCoreError, match="SSL validation failed"):
                client.get_item(TableName=TABLE, Key={})
            with pytest.raises(ServiceUnavailable):
                Table(client, TABLE).get(KEY)

        assert server.asked == []


@pytest.fixture(scope="module")
def stand_in() -> Iterator[str]:
    """The address of a DynamoDB with an empty table."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            environment.setenv(name, "contract")
        environment.setenv("AWS_DEFAULT_REGION", "eu-central-1")
        running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        running.start()
        host, port = running.get_host_and_port()
        environment.setenv("AWS_ENDPOINT_URL_DYNAMODB", f"http://{host}:{port}")
        create_table(AwsClients().dynamodb, TABLE)
        try:
            yield f"http://{host}:{port}"
        finally:
            running.stop()


class TestItems:
    """Items in a stand-in for DynamoDB."""

    @pytest.fixture
    def read_seconds(self) -> float:
        """Long, because no test here is of time limits and the stand-in is slow with large items."""
        return 30

    @pytest.fixture
    def table(self, make_client: MakeClient, stand_in: str) -> Table:
        return Table(make_client(stand_in), TABLE)

    @settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(
        text=st.text(st.characters(exclude_categories=["Cs"])),
        number=st.integers(-(10**38) + 1, 10**38 - 1),
        fraction=st.floats(1e-100, 1e100) | st.floats(-1e100, -1e-100),
    )
    def test_an_item_comes_back_as_it_was_stored(
        self, table: Table, text: str, number: int, fraction: float
    ) -> None:
        item = {"pk": "A", "sk": "item", "text": text, "number": number, "fraction": fraction}

        table.put(item)

        assert table.get(Key("A", "item")) == item

    def test_large_items_come_back_whole(self, table: Table) -> None:
        items = [{"pk": "large", "sk": str(number), "text": "ü" * 150_000} for number in range(5)]
        for item in items:
            table.put(item)

        assert list(table.query_all(KeyRange("large"))) == items
        assert list(table.get_many(map(Key.of, items)).values()) == items

    def test_an_item_that_is_too_large_is_refused(self, table: Table) -> None:
        with pytest.raises(ClientError, match="ValidationException"):
            table.put({"pk": "A", "sk": "too large", "text": "x" * 410_000})

    def test_every_operation_does_what_it_says(self, table: Table) -> None:
        first, second = Key("A", "first"), Key("A", "second")

        table.transact([put({"pk": "A", "sk": "first"}, absent()), put({"pk": "A", "sk": "second"})])
        changed = table.update(first, Update(set={"name": "Ada"}, add={"used": 2}, condition=present()))
        table.write(update(first, Update(remove=["name"])))
        table.write(delete(second))
        with pytest.raises(ConditionFailed) as failure:
            table.put({"pk": "A", "sk": "first"}, absent())
        with pytest.raises(TransactionRefused):
            table.transact([put({"pk": "A", "sk": "first"}, absent()), delete(second)])
        left = table.get_many([first, second])
        table.delete(first, present())

        assert changed == {"pk": "A", "sk": "first", "name": "Ada", "used": 2}
        assert failure.value.item == left[first] == {"pk": "A", "sk": "first", "used": 2}
        assert set(left) == {first}
        assert table.get(first) is None


class TestTheDirectClientAlone:
    """Differences from botocore's client."""

    NOW = datetime(2026, 1, 1, tzinfo=UTC).timestamp()

    @pytest.fixture
    def pauses(self) -> list[float]:
        """The pauses between attempts, each as long as it may be."""
        return []

    @pytest.fixture
    def client(self, server: DynamoDbServer, pauses: list[float]) -> Iterator[DirectClient]:
        access = AwsAccess("eu-central-1", TableEndpoint(server.url), lambda: Access("key", "secret"))
        surroundings = Surroundings(lambda: self.NOW, pauses.append, lambda _low, high: high)
        made = DirectClient(access, surroundings=surroundings)
        yield made
        made.close()

    @pytest.mark.parametrize("code", ["InvalidSignatureException", "RequestTimeTooSkewed"])
    def test_a_wrong_clock_is_corrected_by_the_server_s(
        self, client: DirectClient, server: DynamoDbServer, code: str
    ) -> None:
        date = {"Date": "Thu, 01 Jan 2026 00:30:00 GMT"}
        server.will(refused(code, headers=date))

        client.get_item(TableName=TABLE, Key={})
        client.get_item(TableName=TABLE, Key={})

        dates = [asked.headers["x-amz-date"] for asked in server.asked]
        assert dates == ["20260101T000000Z", "20260101T003000Z", "20260101T003000Z"]

    def test_a_wrong_signature_at_the_right_time_is_not_repeated(
        self, client: DirectClient, server: DynamoDbServer
    ) -> None:
        server.will(refused("InvalidSignatureException", headers={"Date": "Thu, 01 Jan 2026 00:00:01 GMT"}))

        with pytest.raises(ClientError, match="InvalidSignatureException"):
            client.get_item(TableName=TABLE, Key={})
        assert len(server.asked) == 1

    def test_a_date_that_is_none_corrects_no_clock(
        self, client: DirectClient, server: DynamoDbServer
    ) -> None:
        server.will(refused("RequestTimeTooSkewed", headers={"Date": "tomorrow"}))

        with pytest.raises(ClientError, match="RequestTimeTooSkewed"):
            client.get_item(TableName=TABLE, Key={})

    def test_credentials_that_are_refreshed_meanwhile_sign_the_next_attempt(
        self, server: DynamoDbServer, pauses: list[float]
    ) -> None:
        accesses = iter([Access("first", "secret", "a"), Access("second", "secret", "b")])
        access = AwsAccess("eu-central-1", TableEndpoint(server.url), lambda: next(accesses))
        client = DirectClient(access, surroundings=Surroundings(lambda: self.NOW, pauses.append))
        server.will(refused("ThrottlingException"))

        client.transact_write_items(TransactItems=[], ClientRequestToken="token")
        client.close()

        signed = [asked.headers["authorization"].partition("Credential=")[2][:6] for asked in server.asked]
        assert signed == ["first/", "second"]
        assert [asked.headers["x-amz-security-token"] for asked in server.asked] == ["a", "b"]
        assert server.asked[0].body == server.asked[1].body

    def test_a_pause_is_anything_up_to_its_ceiling(self, server: DynamoDbServer) -> None:
        access = AwsAccess("eu-central-1", TableEndpoint(server.url), lambda: Access("key", "secret"))
        pauses: list[float] = []
        client = DirectClient(access, surroundings=Surroundings(lambda: self.NOW, pauses.append))

        for _ in range(20):
            server.will(refused("ThrottlingException"))
            client.get_item(TableName=TABLE, Key={})
        client.close()

        assert len(set(pauses)) == 20
        assert all(0 <= pause <= THROTTLED_PAUSE_SECONDS for pause in pauses)

    @pytest.mark.parametrize("content", [b"{", b"[1"])
    def test_a_response_that_is_cut_off_is_asked_for_again(
        self, client: DirectClient, server: DynamoDbServer, content: bytes
    ) -> None:
        cut = sent(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + content, goes_on=False)
        server.will(cut, checked({"Item": {}}), answer(content), checked({"Item": {}}))

        assert [client.get_item(TableName=TABLE, Key={}) for _ in range(2)] == [{"Item": {}}] * 2

    def test_the_pause_after_a_throttle_is_longer(
        self, client: DirectClient, server: DynamoDbServer, pauses: list[float]
    ) -> None:
        for fault in (closed, refused("ThrottlingException")):
            server.will(fault)
            client.get_item(TableName=TABLE, Key={})

        assert pauses == [0.05, 0.5]

    def test_a_connection_closed_with_a_request_under_way_is_replaced_without_a_pause(
        self, client: DirectClient, server: DynamoDbServer, pauses: list[float]
    ) -> None:
        server.will(answer(), closed)

        for _ in range(2):
            client.get_item(TableName=TABLE, Key={})

        assert ([asked.connection for asked in server.asked], pauses) == ([1, 1, 2], [])

    @pytest.mark.parametrize("fault", [silent, sent(b"no HTTP"), reset], ids=["silent", "garbled", "reset"])
    def test_a_kept_connection_that_fails_takes_the_idle_ones_with_it(
        self, server: DynamoDbServer, fault: Any
    ) -> None:
        kept = 3
        meeting = threading.Barrier(kept)

        def together(asked: Any, connection: Any) -> bool:
            meeting.wait(5)
            return answer()(asked, connection)

        access = AwsAccess("eu-central-1", TableEndpoint(server.url), lambda: Access("key", "secret"))
        client = DirectClient(access, Connections(access.endpoint, read_seconds=READ_SECONDS))
        server.will(*[together] * kept)
        with ThreadPoolExecutor(kept) as threads:
            list(threads.map(lambda _: client.get_item(TableName=TABLE, Key={}), range(kept)))
        server.will(fault, checked({"Item": {}}))

        began = time.monotonic()
        response = client.get_item(TableName=TABLE, Key={})
        took = time.monotonic() - began
        client.close()

        assert response == {"Item": {}}
        assert server.asked[-1].connection == kept + 1
        assert took < 2 * READ_SECONDS

    @pytest.mark.parametrize(
        ("monotonic", "wall", "is_kept"),
        [(49, 49, True), (50, 0, False), (0, 50, False), (51, 51, False), (1, -3_600, False)],
        ids=["fresh", "old", "old while the sandbox was frozen", "old by both", "set back"],
    )
    def test_a_connection_that_idled_for_long_is_replaced(
        self, server: DynamoDbServer, monotonic: float, wall: float, is_kept: bool
    ) -> None:
        times = [(7.0, 1_000.0)]
        access = AwsAccess("eu-central-1", TableEndpoint(server.url), lambda: Access("key", "secret"))
        client = DirectClient(access, Connections(access.endpoint, clocks=lambda: times[-1]))

        client.get_item(TableName=TABLE, Key={})
        times.append((7.0 + monotonic, 1_000.0 + wall))
        client.get_item(TableName=TABLE, Key={})
        client.close()

        assert [asked.connection for asked in server.asked] == ([1, 1] if is_kept else [1, 2])

    def test_attempts_are_not_repeated_without_end(self) -> None:
        quota = RetryQuota(2)

        assert [quota.take() for _ in range(3)] == [True, True, False]
        quota.give_back()
        assert [quota.take() for _ in range(2)] == [True, False]
