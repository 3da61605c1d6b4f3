"""Forwards from the address that containers can reach to services that listen on loopback alone."""

import selectors
import socket
import threading
from collections.abc import Iterable
from contextlib import ExitStack, suppress

from local_stack.settings import HOST, StackError

_CHUNK = 65536
_CONNECT_SECONDS = 5


class Forwarder:
    """Passes connections to each of the ports at `address` on to the same port of loopback, until `close`."""

    def __init__(self, address: str, ports: Iterable[int], target: str = HOST) -> None:
        """Raises StackError when this machine does not have the address."""
        self._target = target
        self._parts = ExitStack()
        for port in ports:
            try:
                listener = socket.create_server((address, port))
            except OSError as error:
                self.close()
                raise StackError(
                    f"containers would reach this machine at {address}:{port}, which cannot be listened on "
                    f"({error.strerror}): use a Docker Engine that runs on this machine, as root"
                ) from error
            self._parts.callback(_shut, listener)
            threading.Thread(target=self._accept, args=(listener, port), daemon=True).start()

    def close(self) -> None:
        """Takes no further connections; those that are open end with their peers."""
        self._parts.close()

    def _accept(self, listener: socket.socket, port: int) -> None:
        while True:
            try:
                accepted, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(accepted, port), daemon=True).start()

    def _pass_on(self, accepted: socket.socket, port: int) -> None:
        target = (self._target, port)
        with accepted, suppress(OSError), socket.create_connection(target, _CONNECT_SECONDS) as onward:
            onward.settimeout(None)
            for end in (accepted, onward):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _carry(accepted, onward)


def _carry(first: socket.socket, second: socket.socket) -> None:
    """Carries bytes both ways until both directions have ended."""
    with selectors.DefaultSelector() as selector:
        selector.register(first, selectors.EVENT_READ, second)
        selector.register(second, selectors.EVENT_READ, first)
        while selector.get_map():
            for key, _ in selector.select():
                source, sink = key.fileobj, key.data
                assert isinstance(source, socket.socket)
                content = source.recv(_CHUNK)
                if content:
                    sink.sendall(content)
                else:
                    selector.unregister(source)
                    sink.shutdown(socket.SHUT_WR)


def _shut(listener: socket.socket) -> None:
    with suppress(OSError):
        # A thread that waits in accept() is woken by this, and not by close().
        listener.shutdown(socket.SHUT_RDWR)
    listener.close()
