"""werkzeug's development server with connections that stay open, which its own closes after each response.

A new connection costs a thread and a handshake, as much as the rest of a request to a local service. Bodies
are read and written whole, so that nothing of one request is left for the next.
"""

import io
import socket
import threading
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from local_stack.http.request_heads import read_headers
from local_stack.http.web_socket import WebSocket
from local_stack.settings import HOST

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
WebSocketApplication = Callable[[WebSocket], None]
"""Serves one WebSocket to its end."""
_BODILESS = frozenset({204, 304})
_VERSIONS = ("HTTP/1.0", "HTTP/1.1")


class KeepAliveConnection(WSGIRequestHandler):
    """A connection of a client, from its first request to its last. Logs nothing."""

    disable_nagle_algorithm = True
    protocol_version = "HTTP/1.1"
    # One segment for a response that is not large.
    wbufsize = -1

    def parse_request(self) -> bool:
        """Reads the head of a request; False for what is none, which is told."""
        self.close_connection = True
        self.requestline = self.raw_requestline.decode("latin-1").rstrip("\r\n")
        self.command, self.path, self.request_version = "", "", self.protocol_version
        try:
            self.command, target, version = self.requestline.split(" ")
            headers = read_headers(self.rfile)
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return False
        if version not in _VERSIONS:
            self.send_error(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
            return False
        # Two slashes at the beginning would be read as the host that a redirect leads to.
        self.path = f"/{target.lstrip('/')}" if target.startswith("//") else target
        self.headers = headers  # type: ignore[assignment]  # werkzeug asks for `get`, `items` and `keys` alone
        self.request_version = version
        wish = headers.get("Connection", "").lower()
        self.close_connection = wish == "close" if version == "HTTP/1.1" else wish != "keep-alive"
        return True

    def run_wsgi(self) -> None:
        """Responds to one request."""
        web_sockets = self.server.web_sockets  # type: ignore[attr-defined]  # a KeepAliveServer
        if web_sockets and self.headers.get("Upgrade", "").lower() == "websocket":
            self._run_web_socket(web_sockets)
            return
        if self.headers.get("Expect", "").lower() == "100-continue":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.wfile.flush()
        environ = self.make_environ()
        whole = environ.get("wsgi.input_terminated")
        length = -1 if whole else int(environ.get("CONTENT_LENGTH") or 0)
        environ["wsgi.input"] = io.BytesIO(environ["wsgi.input"].read(length))
        status, headers, content = self._respond(environ)
        self.send_response(int(status[:3]), status[4:])
        for name, value in headers:
            self.send_header(name, value)
        names = {name.lower() for name, _ in headers}
        if self.command != "HEAD" and int(status[:3]) not in _BODILESS and "content-length" not in names:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()
        if self.server.is_closed:  # type: ignore[attr-defined]  # a KeepAliveServer
            self.close_connection = True

    def _run_web_socket(self, serve: WebSocketApplication) -> None:
        """Serves the WebSocket that a request opens, which is the connection's last."""
        self.close_connection = True
        try:
            opened = WebSocket(self.connection, self.rfile, self.path, self.headers.items())
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        serve(opened)

    def _respond(self, environ: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status line, headers and content of the application's response."""
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _exception: Any = None) -> None:
            started[:] = [status, headers]

        try:
            response = self.server.app(environ, start_response)  # type: ignore[arg-type]  # nothing uses `write`
            try:
                content = b"".join(response)
            finally:
                if close := getattr(response, "close", None):
                    close()
        # Broad, as in every server: an application is any code, and the connection outlives what it raises.
        except Exception:  # noqa: BLE001
            traceback.print_exc()
            return "500 Internal Server Error", [("Content-Type", "text/plain")], b"Internal Server Error"
        return started[0], started[1], content

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing: requests are not what a person wants to read."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Says nothing of what was no request either."""


class KeepAliveServer(ThreadedWSGIServer):
    """Serves an application on loopback, from `start` until `close`, with a thread for each connection."""

    def __init__(
        self,
        port: int,
        application: Application,
        handler: type[KeepAliveConnection] = KeepAliveConnection,
        web_sockets: WebSocketApplication | None = None,
    ) -> None:
        """`port` 0 takes any. Raises OSError or SystemExit when the port is taken."""
        self.web_sockets = web_sockets
        """What serves those who ask for a WebSocket."""
        self._open: set[socket.socket] = set()
        self.is_closed = False
        """Whether each connection ends with the request that is under way."""
        self._lock = threading.Lock()
        super().__init__(HOST, port, application, handler)
        self._thread = threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True)

    def start(self) -> None:
        """Begins to respond."""
        self._thread.start()

    def close(self) -> None:
        """Takes no more requests; one under way gets its response."""
        if self._thread.is_alive():
            self.shutdown()
        self.server_close()
        with self._lock:
            self.is_closed = True
            for connection in self._open:
                _read_no_more(connection)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Keeps the new connection in mind until it ends."""
        with self._lock:
            self._open.add(request)
            if self.is_closed:
                _read_no_more(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forgets the connection, which has ended."""
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)


def _read_no_more(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RD)
