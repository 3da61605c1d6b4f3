"""The service in process behind a real HTTP address, with an address for uploads of recordings."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.builders.service import Transport
from tests.doubles.engines import InMemoryMedia


@dataclass
class CandidateServer:
    """The address, as the test sees it. `asked` has method and path of each request. While `breaks_after` is
    set, the requests after that many are answered with 502."""

    base_url: str
    asked: list[tuple[str, str]] = field(default_factory=list)
    breaks_after: int | None = None

    @property
    def is_broken(self) -> bool:
        return self.breaks_after is not None and len(self.asked) > self.breaks_after


@contextmanager
def serve_candidates(transport: Transport, media: InMemoryMedia) -> Iterator[CandidateServer]:
    """Serves the address until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            server.asked.append((self.command, self.path))
            if server.is_broken:
                self._send(502, b"")
            elif self.path.startswith("/media/"):
                key = self.path.lstrip("/").partition("?")[0]
                media.put(key, content, self.headers["Content-Type"])
                self._send(200, b"")
            else:
                reply = transport.send(self.command, self.path, dict(self.headers), content.decode() or None)
                self._send(reply.status, json.dumps(reply.body).encode())

        do_GET = do_POST = do_PUT = _answer  # the names that http.server looks for

        def _send(self, status: int, content: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Log nothing: `asked` has the requests."""

    http_server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = CandidateServer(f"http://127.0.0.1:{http_server.server_address[1]}")
    media.uploads_at = server.base_url
    thread = threading.Thread(target=http_server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http_server.shutdown()
        thread.join()
        http_server.server_close()
