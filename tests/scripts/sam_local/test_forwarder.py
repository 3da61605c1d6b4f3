"""The way from a container's address of this machine to the services on loopback."""

import socket
import threading
from collections.abc import Iterator

import pytest

from local_stack.settings import StackError
from sam_local.forwarder import Forwarder

BRIDGE = "127.0.0.2"
LARGE = 300_000
PATIENCE_SECONDS = 60


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a service on loopback that sends back all that it got, once its client has sent all."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            accepted, _ = listener.accept()
            with accepted:
                received = b""
                while part := accepted.recv(65536):
                    received += part
                accepted.sendall(received)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(PATIENCE_SECONDS)


def test_bytes_pass_both_ways_and_the_end_of_one_does_not_end_the_other(echo: int) -> None:
    forwarder = Forwarder(BRIDGE, [echo])
    with socket.create_connection((BRIDGE, echo), PATIENCE_SECONDS) as client:
        client.sendall(b"x" * LARGE)
        client.shutdown(socket.SHUT_WR)
        received = b""
        while part := client.recv(65536):
            received += part
    forwarder.close()

    assert received == b"x" * LARGE


def test_after_the_end_nothing_is_listened_on() -> None:
    with socket.create_server((BRIDGE, 0)) as probe:
        port = probe.getsockname()[1]
    Forwarder(BRIDGE, [port]).close()

    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((BRIDGE, port), PATIENCE_SECONDS)


def test_an_address_of_another_machine_says_which_engine_is_needed() -> None:
    with pytest.raises(StackError, match="use a Docker Engine that runs on this machine"):
        Forwarder("192.0.2.1", [1])
