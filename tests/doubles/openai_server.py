"""A server on loopback that speaks OpenAI's protocol and responds from a function."""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

MODEL = "a-model-2026-08"
"""The release that the server names in its responses."""
KEY = "sk-secret"


@dataclass(frozen=True)
class Asked:
    """A request that the server got."""

    path: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> dict[str, Any]:
        """The request's JSON."""
        read: dict[str, Any] = json.loads(self.content)
        return read

    @property
    def form(self) -> dict[str, bytes]:
        """The parts of the request's form by their names."""
        boundary = self.headers["Content-Type"].partition("boundary=")[2].encode()
        parts = {}
        for part in self.content.split(b"--" + boundary)[1:-1]:
            head, _, content = part.strip(b"\r\n").partition(b"\r\n\r\n")
            name = re.search(rb'name="([^"]*)"', head)
            assert name is not None
            parts[name[1].decode()] = content
        return parts

    @property
    def prompt(self) -> str:
        """The message of the role user."""
        return next(str(each["content"]) for each in self.body["messages"] if each["role"] == "user")

    @property
    def instructions(self) -> str:
        """The message of the role system."""
        return next(str(each["content"]) for each in self.body["messages"] if each["role"] == "system")


@dataclass(frozen=True)
class Said:
    """A response: a body of bytes as it is, anything else as JSON. It comes byte by byte with `slowly`."""

    body: object = field(default_factory=dict)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    slowly: bool = False
    after_seconds: float = 0


Answer = Callable[[Asked], Said]


def completion(members: object, finish_reason: str = "stop", **changes: object) -> Said:
    """The response of a model that says `members`: a text as it is, anything else as JSON."""
    content = members if isinstance(members, str) else json.dumps(members)
    message = {"role": "assistant", "content": content}
    return Said(
        {
            "id": "1",
            "object": "chat.completion",
            "model": MODEL,
            "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            **changes,
        }
    )


def refused(message: str = "No.", status: int = 400, **headers: str) -> Said:
    """An error in the protocol's form."""
    return Said({"error": {"message": message, "type": "invalid_request_error"}}, status, headers)


@dataclass
class OpenaiServer:
    """The server's address below which the protocol's paths are, and what it was asked."""

    url: str
    asked: list[Asked] = field(default_factory=list)


@contextmanager
def openai_server(answer: Answer) -> Iterator[OpenaiServer]:
    """A server that gives `answer` while the context lasts."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            request = Asked(self.path, dict(self.headers.items()), content)
            asked.append(request)
            with suppress(ConnectionError):  # whoever asked may be gone
                self._say(answer(request))

        def _say(self, said: Said) -> None:
            time.sleep(said.after_seconds)
            body = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            self.send_response(said.status)
            headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **said.headers}
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            for part in [body[at : at + 1] for at in range(len(body))] if said.slowly else [body]:
                self.wfile.write(part)
                self.wfile.flush()
                time.sleep(0.1 if said.slowly else 0)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield OpenaiServer(f"http://127.0.0.1:{server.server_port}/v1", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
