"""Attempts against receivers that misbehave, over real connections on loopback."""

import datetime
import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as st

from gather.outgoing.address_policy import AddressPolicy, Resolver
from gather.outgoing.result import AttemptError, AttemptResult
from gather.outgoing.transport import DEFAULT_LIMITS, Limits, send

BODY = b'{"interviewId":"1"}'
HEADERS = {"Content-Type": "application/json", "X-Service-Event": "interview.created"}
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
NAME = "hooks.example"
SHORT = Limits(seconds=0.25)
# Enough for a busy machine to bring the beginning of an answer.
ENOUGH = Limits(seconds=2)
# Only ends a test that would hang.
PATIENCE_SECONDS = 60.0

Script = Callable[[socket.socket], None]


@dataclass
class Receiver:
    """A server on loopback that hands each connection to `script`, once the request is read."""

    script: Script
    tls: ssl.SSLContext | None = None
    requests: list[bytes] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def url(self, path: str = "/in", host: str = "127.0.0.1") -> str:
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}{path}"

    def close(self) -> None:
        self.released.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE_SECONDS)
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with suppress(OSError), self._secured(connection) as secured:
                secured.settimeout(PATIENCE_SECONDS)
                self.requests.append(_request(secured))
                self.script(secured)

    def _secured(self, connection: socket.socket) -> socket.socket:
        if self.tls is None:
            return connection
        try:
            return self.tls.wrap_socket(connection, server_side=True)
        except OSError:
            connection.close()
            raise


def _request(connection: socket.socket) -> bytes:
    """The whole request, if it is one."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65_536)
        if not part:
            return received
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(
        int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")
    )
    while len(body) < length:
        body += connection.recv(65_536)
    return head + b"\r\n\r\n" + body


@contextmanager
def receiving(script: Script | bytes, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver that runs `script`, or answers these bytes and closes."""
    answer = script
    receiver = Receiver((lambda it: it.sendall(answer)) if isinstance(answer, bytes) else answer, tls)
    try:
        yield receiver
    finally:
        receiver.close()


def nobody(host: str) -> Sequence[str]:
    raise AssertionError("an address literal is not resolved")


def attempt(
    url: str, limits: Limits = DEFAULT_LIMITS, resolver: Resolver = nobody, tls: ssl.SSLContext | None = None
) -> AttemptResult:
    policy = AddressPolicy(resolver, allow_private=True)
    return send(url, BODY, HEADERS, policy=policy, limits=limits, tls=tls)


def answered(answer: Script | bytes, limits: Limits = DEFAULT_LIMITS) -> AttemptResult:
    """The result of an attempt at a receiver that answers so."""
    with receiving(answer) as receiver:
        return attempt(receiver.url(), limits)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class TestRequest:
    def test_it_is_a_post_of_the_very_bytes_with_the_given_headers(self) -> None:
        with receiving(OK) as receiver:
            attempt(receiver.url("/lä?a=1"))
            head, _, body = receiver.requests[0].partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        assert lines[0] == "POST /l%C3%A4?a=1 HTTP/1.1"
        assert f"Host: 127.0.0.1:{receiver.port}" in lines
        assert {"Content-Type: application/json", "X-Service-Event: interview.created"} < set(lines)
        assert {"Connection: close", f"Content-Length: {len(BODY)}"} < set(lines)
        assert body == BODY

    def test_proxies_of_the_environment_are_not_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(variable, f"http://127.0.0.1:{closed_port()}")
        assert answered(OK).delivered

    def test_a_body_larger_than_the_sockets_buffers_arrives_whole(self) -> None:
        policy = AddressPolicy(nobody, allow_private=True)
        large = b"x" * 5_000_000
        with receiving(OK) as receiver:
            assert send(receiver.url(), large, {}, policy=policy).delivered
            assert receiver.requests[0].endswith(b"\r\n\r\n" + large)

    def test_ipv6_literals_are_reached(self) -> None:
        try:
            listener = socket.create_server(("::1", 0), family=socket.AF_INET6)
        except OSError:
            listener = None
        if listener is None:
            result = attempt(f"http://[::1]:{closed_port()}/")
            assert result.error is AttemptError.CONNECTION_FAILED
            return
        with listener:
            port = listener.getsockname()[1]
            requests: list[bytes] = []

            def serve() -> None:
                connection, _ = listener.accept()
                with connection:
                    requests.append(_request(connection))
                    connection.sendall(OK)

            thread = threading.Thread(target=serve, daemon=True)
            thread.start()
            assert attempt(f"http://[::1]:{port}/").delivered
            thread.join(PATIENCE_SECONDS)
            assert f"Host: [::1]:{port}\r\n".encode() in requests[0]


class TestAnswer:
    def test_status_text_headers_and_body_are_kept(self) -> None:
        result = answered(
            b"HTTP/1.1 201 Made\r\nX-One: a\r\nx-one: b\r\nContent-Length: 5\r\n\r\nhello and more"
        )
        headers = {"x-one": "a, b", "content-length": "5"}
        assert result == AttemptResult(201, "Made", headers, "hello", body="hello")
        assert result.delivered

    @pytest.mark.parametrize("media_type", ["application/json", "application/problem+json; charset=utf-8"])
    def test_json_is_kept_as_data(self, media_type: str) -> None:
        body = json.dumps({"a": [1, 2.5, None, True, "ü"]}).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
        assert answered(head.encode() + body).data == {"a": [1, 2.5, None, True, "ü"]}

    @pytest.mark.parametrize(
        "body",
        [
            b"{",
            b"[" * 60_000,
            b"[" * 20 + b"]" * 20,
            b"NaN",
            b"1e400",
            b"1" * 40,
            b"9" * 5_000,
            b'"\\ud800"',
            b'{"":1}',
            b'{"\\ud800":1}',
        ],
    )
    def test_json_that_the_log_cannot_hold_is_kept_as_text(self, body: bytes) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        result = answered(head.encode() + body)
        assert result.delivered
        assert result.data == body.decode()

    def test_bytes_that_are_no_text_are_replaced(self) -> None:
        assert answered(b"HTTP/1.1 200 OK\r\n\r\n\xff\xfeok").data == "\ufffd\ufffdok"

    def test_a_chunked_answer_is_read(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert answered(head + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n") == AttemptResult(
            200, "OK", {"transfer-encoding": "chunked"}, "abcde", body="abcde"
        )

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_a_redirect_is_not_followed_and_has_failed(self, status: int) -> None:
        with receiving(OK) as elsewhere:
            redirect = (
                f"HTTP/1.1 {status} Over There\r\nLocation: {elsewhere.url()}\r\nContent-Length: 0\r\n\r\n"
            )
            result = answered(redirect.encode())
            assert (result.status, result.delivered) == (status, False)
            assert elsewhere.requests == []

    @pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
    def test_an_answer_other_than_2xx_has_failed_and_is_kept(self, status: int) -> None:
        result = answered(f"HTTP/1.1 {status} No\r\nContent-Length: 3\r\n\r\nwhy".encode())
        assert (result.status, result.data, result.error, result.delivered) == (status, "why", None, False)


class TestSize:
    @pytest.mark.parametrize("framing", ["length", "chunks", "close"])
    def test_of_ten_megabytes_64_kilobytes_are_read_and_kept(self, framing: str) -> None:
        sent = []
        heads = {
            "length": b"Content-Length: 10000000\r\n\r\n",
            "chunks": b"Transfer-Encoding: chunked\r\n\r\n989680\r\n",
            "close": b"\r\n",
        }

        def pour(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\n" + heads[framing])
            for _ in range(10_000):
                sent.append(connection.send(b"x" * 1_000))

        result = answered(pour)
        assert result.data == "x" * 65_536
        assert result.delivered
        assert sum(sent) < 10_000_000

    def test_headers_are_kept_up_to_their_number_and_size(self) -> None:
        many = "".join(f"X-{number}: v\r\n" for number in range(90))
        result = answered(f"HTTP/1.1 204 No Content\r\n{many}\r\n".encode())
        assert list(result.headers) == [f"x-{number}" for number in range(50)]
        large = "".join(f"X-{number}: {'v' * 3_000}\r\n" for number in range(5))
        result = answered(f"HTTP/1.1 204 No Content\r\n{large}\r\n".encode())
        assert list(result.headers) == ["x-0", "x-1"]
        assert result.delivered

    def test_a_status_text_is_cut(self) -> None:
        assert len(answered(b"HTTP/1.1 200 " + b"x" * 10_000 + b"\r\n\r\n").status_text) == 200

    @pytest.mark.parametrize(
        "endless", [b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20, b"x" * 100]
    )
    def test_framing_without_end_is_not_read_without_end(self, endless: bytes) -> None:
        def pour(connection: socket.socket) -> None:
            for _ in range(100_000):
                connection.sendall(endless)

        result = answered(pour, Limits(response_bytes=50_000))
        assert (result.status, result.error) == (None, AttemptError.INVALID_ANSWER)

    def test_chunks_of_one_byte_do_not_get_around_the_limit(self) -> None:
        def pour(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in range(100_000):
                connection.sendall(b"1;" + b"x" * 100 + b"\r\ny\r\n")

        result = answered(pour, Limits(response_bytes=50_000))
        assert result.error is AttemptError.INVALID_ANSWER
        assert not result.delivered


class TestTime:
    @pytest.mark.parametrize(
        "beginning",
        [
            b"",
            b"HTTP/1.1 200",
            b"HTTP/1.1 200 OK\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n\r\n",
        ],
    )
    @pytest.mark.parametrize("drip", [b"", b"1"])
    def test_a_receiver_that_hangs_or_drips_is_left_at_the_limit(self, beginning: bytes, drip: bytes) -> None:
        def linger(connection: socket.socket) -> None:
            connection.sendall(beginning)
            while not receiver.released.wait(0.02):
                connection.sendall(drip)

        with receiving(linger) as receiver:
            started = time.monotonic()
            result = attempt(receiver.url(), SHORT)
            assert time.monotonic() - started < PATIENCE_SECONDS
        assert result.error is AttemptError.TIMEOUT
        assert not result.delivered

    def test_what_came_before_the_limit_is_kept(self) -> None:
        def stop(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
            receiver.released.wait()

        with receiving(stop) as receiver:
            result = attempt(receiver.url(), ENOUGH)
        assert (result.status, result.data, result.error) == (200, "first", AttemptError.TIMEOUT)

    def test_an_answer_that_is_complete_is_not_waited_on(self) -> None:
        def keep_open(connection: socket.socket) -> None:
            connection.sendall(OK)
            receiver.released.wait()

        with receiving(keep_open) as receiver:
            started = time.monotonic()
            assert attempt(receiver.url()).delivered
            assert time.monotonic() - started < PATIENCE_SECONDS

    def test_a_receiver_that_does_not_read_is_left_at_the_limit(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            url = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
            policy = AddressPolicy(nobody, allow_private=True)
            result = send(url, b"x" * 20_000_000, {}, policy=policy, limits=SHORT)
        assert result.error is AttemptError.TIMEOUT

    def test_a_receiver_that_reads_slowly_is_left_at_the_limit(self) -> None:
        released = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as slow:

            def sip() -> None:
                connection, _ = slow.accept()
                with connection, suppress(OSError):
                    while not released.wait(0.005):
                        connection.recv(65_536)

            thread = threading.Thread(target=sip, daemon=True)
            thread.start()
            url = f"http://127.0.0.1:{slow.getsockname()[1]}/"
            policy = AddressPolicy(nobody, allow_private=True)
            timer = threading.Timer(PATIENCE_SECONDS, released.set)
            timer.start()
            started = time.monotonic()
            result = send(url, b"x" * 20_000_000, {}, policy=policy, limits=SHORT)
            assert time.monotonic() - started < PATIENCE_SECONDS
            timer.cancel()
            released.set()
            thread.join(PATIENCE_SECONDS)
        assert result.error is AttemptError.TIMEOUT

    def test_a_tls_handshake_that_hangs_is_left_at_the_limit(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            result = attempt(f"https://127.0.0.1:{silent.getsockname()[1]}/", SHORT)
        assert result.error is AttemptError.TIMEOUT

    def test_a_name_server_that_hangs_is_left_at_the_limit(self) -> None:
        released = threading.Event()

        def hanging(host: str) -> Sequence[str]:
            released.wait()
            return []

        assert attempt(f"http://{NAME}/", SHORT, hanging).error is AttemptError.TIMEOUT
        released.set()


class TestBrokenAnswers:
    @pytest.mark.parametrize(
        ("answer", "error"),
        [
            (b"", AttemptError.CONNECTION_FAILED),
            (b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n", AttemptError.CONNECTION_FAILED),
            (b"HTTP/1.1 200 OK\r\nContent-Le", AttemptError.CONNECTION_FAILED),
            (b"garbage\r\n\r\n", AttemptError.INVALID_ANSWER),
            (b"HTTP/1.1 two hundred\r\n\r\n", AttemptError.INVALID_ANSWER),
            (b"SSH-2.0-OpenSSH_9.6\r\n", AttemptError.INVALID_ANSWER),
            (b"\x00\xff" * 500 + b"\r\n\r\n", AttemptError.INVALID_ANSWER),
            (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", AttemptError.INVALID_ANSWER),
            (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000 + b"\r\n\r\n", AttemptError.INVALID_ANSWER),
        ],
    )
    def test_an_invalid_response_has_failed_without_a_status(
        self, answer: bytes, error: AttemptError
    ) -> None:
        result = answered(answer)
        assert (result.status, result.error) == (None, error)

    @pytest.mark.parametrize(
        "answer",
        [
            b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nfirst",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\nno number\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nfirst",
        ],
    )
    def test_an_answer_that_breaks_off_has_failed_and_is_kept_so_far(self, answer: bytes) -> None:
        result = answered(answer)
        assert (result.status, result.data) == (200, "first")
        assert result.error is AttemptError.INVALID_ANSWER
        assert not result.delivered

    def test_a_reset_connection_has_failed(self) -> None:
        def reset(connection: socket.socket) -> None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")

        assert answered(reset).error is AttemptError.CONNECTION_FAILED

    @settings(max_examples=60, deadline=None)
    @given(
        st.binary(max_size=300)
        | st.builds(
            lambda head, rest: b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + rest, st.binary(), st.binary()
        )
        | st.builds(
            lambda rest: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + rest,
            st.from_regex(rb"[0-9a-f-]{1,3}\r\n.{0,9}(\r\n[0-9a-f-]{1,3}\r\n)?"),
        )
    )
    def test_no_answer_whatever_raises(self, answer: bytes) -> None:
        result = answered(answer, Limits(seconds=PATIENCE_SECONDS))
        json.dumps([result.status_text, dict(result.headers), result.data]).encode()
        assert all(result.headers)


class TestReach:
    def test_a_closed_port_is_a_failed_connection(self) -> None:
        assert attempt(f"http://127.0.0.1:{closed_port()}/").error is AttemptError.CONNECTION_FAILED

    def test_a_url_that_cannot_be_used_is_no_exception(self) -> None:
        assert attempt("ftp://hooks.example/").error is AttemptError.INVALID_URL

    def test_a_name_that_does_not_resolve_has_its_own_error(self) -> None:
        assert attempt(f"http://{NAME}/", resolver=lambda host: []).error is AttemptError.NAME_NOT_RESOLVED

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
    def test_in_a_deployment_loopback_is_never_connected_to(self, host: str) -> None:
        with receiving(OK) as receiver:
            policy = AddressPolicy(lambda name: ["127.0.0.1"])
            result = send(receiver.url(host=host), BODY, HEADERS, policy=policy)
            assert receiver.requests == []
        assert result == AttemptResult(error=AttemptError.ADDRESS_REFUSED)

    def test_a_name_that_changes_its_answer_is_asked_once_and_taken_at_its_word(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = iter([["93.184.215.14"], ["127.0.0.1"]])
        tried: list[object] = []

        def connect(address: object, timeout: float) -> socket.socket:
            tried.append(address)
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "create_connection", connect)
        policy = AddressPolicy(lambda host: next(answers))
        result = send(f"http://{NAME}:8080/", BODY, HEADERS, policy=policy)
        assert result.error is AttemptError.CONNECTION_FAILED
        assert tried == [("93.184.215.14", 8080)]
        assert next(answers) == ["127.0.0.1"]

    def test_the_system_is_never_asked_for_the_name_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[object] = []
        resolve = socket.getaddrinfo

        def record(host: object, *rest: object, **named: object) -> object:
            asked.append(host)
            return resolve(host, *rest, **named)  # type: ignore[arg-type]  # passed on as it came

        monkeypatch.setattr(socket, "getaddrinfo", record)
        with receiving(OK) as receiver:
            assert attempt(receiver.url(host=NAME), resolver=lambda host: ["127.0.0.1"]).delivered
            assert f"Host: {NAME}:{receiver.port}\r\n".encode() in receiver.requests[0]
        assert not {NAME, NAME.encode()} & set(asked)

    def test_the_next_checked_address_is_tried_when_one_does_not_take_connections(self) -> None:
        with receiving(OK) as receiver:
            addresses = ["127.0.0.2", "127.0.0.1"]
            assert attempt(receiver.url(host=NAME), resolver=lambda host: addresses).delivered


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate and its key, good for `NAME` and 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(NAME), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "receiver.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return path


class TestTls:
    def serving(self, certificate: Path, asked: list[str | None] | None = None) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        if asked is not None:
            context.sni_callback = lambda connection, name, _: asked.append(name)
        return context

    def trusting(self, certificate: Path) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(certificate))

    def test_the_name_is_verified_and_asked_for_though_the_address_is_pinned(self, certificate: Path) -> None:
        asked: list[str | None] = []
        with receiving(OK, self.serving(certificate, asked)) as receiver:
            result = attempt(
                receiver.url(host=NAME), resolver=lambda host: ["127.0.0.1"], tls=self.trusting(certificate)
            )
            assert result.delivered
            assert f"Host: {NAME}:{receiver.port}\r\n".encode() in receiver.requests[0]
        assert asked == [NAME]

    def test_an_address_literal_is_verified_too(self, certificate: Path) -> None:
        with receiving(OK, self.serving(certificate)) as receiver:
            assert attempt(receiver.url(), tls=self.trusting(certificate)).delivered

    def test_a_certificate_for_another_name_is_refused(self, certificate: Path) -> None:
        with receiving(OK, self.serving(certificate)) as receiver:
            result = attempt(
                receiver.url(host="other.example"),
                resolver=lambda host: ["127.0.0.1"],
                tls=self.trusting(certificate),
            )
            assert receiver.requests == []
        assert result.error is AttemptError.TLS_FAILED

    def test_a_certificate_that_nobody_vouches_for_is_refused(self, certificate: Path) -> None:
        with receiving(OK, self.serving(certificate)) as receiver:
            result = attempt(receiver.url(host=NAME), resolver=lambda host: ["127.0.0.1"])
            assert receiver.requests == []
        assert result.error is AttemptError.TLS_FAILED

    def test_a_receiver_without_tls_is_refused(self) -> None:
        def shout(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        with receiving(shout) as receiver:
            result = attempt(receiver.url().replace("http:", "https:"), SHORT)
        assert not result.delivered

    def test_a_dripping_receiver_is_left_at_the_limit_over_tls_too(self, certificate: Path) -> None:
        def drip(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while not receiver.released.wait(0.02):
                connection.sendall(b"x")

        with receiving(drip, self.serving(certificate)) as receiver:
            result = attempt(receiver.url(), ENOUGH, tls=self.trusting(certificate))
        assert (result.status, result.error) == (200, AttemptError.TIMEOUT)
