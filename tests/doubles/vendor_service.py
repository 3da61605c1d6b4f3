"""A vendor's service on loopback for plug-ins. It responds as the test says, and records its requests."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answerer = Callable[[str, str | None], tuple[int, Any]]
"""Maps the path (without its first slash) and the `Authorization` header to the status and the body, which is
a value of JSON or bytes."""


@dataclass
class VendorService:
    """A vendor's service; `answer` may be replaced while it runs."""

    base_url: str
    answer: Answerer
    asked: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)


@contextmanager
def vendor_service(answer: Answerer) -> Iterator[VendorService]:
    """Runs the service until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            running.asked.append((self.path, headers))
            status, body = running.answer(self.path.lstrip("/"), headers.get("authorization"))
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", "0")))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            """Log nothing: `asked` has the requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running = VendorService(f"http://127.0.0.1:{server.server_address[1]}", answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
