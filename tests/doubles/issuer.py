"""An issuer of sign-ins on loopback, which vouches for whom the test says."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs


@dataclass
class ScriptedIssuer:
    """An issuer on loopback. `claims` are those of the next identity, `status` and `answer` say otherwise."""

    url: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    answer: object = None
    addresses: dict[str, Any] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    discovered: int = 0

    def identity(self) -> str:
        """The identity that is given for a code."""
        return ".".join(_encoded(part) for part in ({"alg": "none"}, self.claims)) + "."


def _encoded(part: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


@contextmanager
def scripted_issuer(now: datetime) -> Iterator[ScriptedIssuer]:
    """An issuer that vouches for ada@example.com, from `now` for five minutes."""
    scripted = ScriptedIssuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            scripted.discovered += 1
            self._send(200, scripted.addresses)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            scripted.asked.append({name: values[0] for name, values in parse_qs(body).items()})
            answer = {"id_token": scripted.identity()} if scripted.answer is None else scripted.answer
            self._send(scripted.status, answer)

        def _send(self, status: int, body: object) -> None:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    scripted.url = f"http://127.0.0.1:{server.server_port}/pool"
    scripted.addresses = {
        "issuer": scripted.url,
        "authorization_endpoint": f"{scripted.url}/authorize",
        "token_endpoint": f"{scripted.url}/token",
    }
    scripted.claims = {
        "iss": scripted.url,
        "aud": "console",
        "exp": int((now + timedelta(minutes=5)).timestamp()),
        "email": "ada@example.com",
        "email_verified": True,
    }
    try:
        yield scripted
    finally:
        server.shutdown()
        server.server_close()
