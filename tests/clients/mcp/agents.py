"""Agents that use the tools: in the test's process, or with the command in one of its own."""

import asyncio
import json
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

import httpx
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, TextContent, Tool

from talent_screening_mcp.catalogue import ToolSelection
from talent_screening_mcp.server import ASKS_FOR_A_SCOPE, ToolServer
from talent_screening_mcp.service import Patience, ServiceClient
from tests.builders.service import Transport
from tests.clients.way import ToTheService
from tests.template.deployment import REPOSITORY

ADDRESS = "https://gather.example.com"
SOURCES = REPOSITORY / "clients" / "mcp" / "src"

T = TypeVar("T")


@dataclass
class Watched(httpx.AsyncBaseTransport):
    """Carries the requests of tools on, and remembers them.

    That for the key's scope is none of a tool: a client lists the tools whenever it likes.
    """

    way: httpx.AsyncBaseTransport
    seen: list[httpx.Request] = field(default_factory=list)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != ASKS_FOR_A_SCOPE or request.url.query:
            self.seen.append(request)
        return await self.way.handle_async_request(request)


@dataclass
class Agent:
    """An agent whose client is the SDK's, with the tools' server in the same process."""

    key: str
    way: Watched
    is_read_only: bool = False
    families: frozenset[str] = frozenset()
    patience: Patience = field(default_factory=lambda: Patience(longest_wait=0.01))

    def tools(self) -> dict[str, Tool]:
        """The tools that the agent is told of."""
        return self._use(all_tools_of)

    def call(self, name: str, **arguments: object) -> CallToolResult:
        """The result of a tool, an error too."""
        return self._use(lambda client: client.call_tool(name, arguments))

    def told(self, name: str, **arguments: object) -> Any:
        """What a tool answers that succeeds."""
        return content_of(self.call(name, **arguments))

    def refused(self, name: str, **arguments: object) -> Any:
        """What a tool answers that fails."""
        result = self.call(name, **arguments)
        assert result.is_error
        return structured(result)

    @property
    def requests(self) -> list[str]:
        """Method and path of all requests to the service."""
        return [f"{request.method} {request.url.path}" for request in self.way.seen]

    def _use(self, use: Callable[[Client], Awaitable[T]]) -> T:
        async def connect() -> T:
            service = ServiceClient(ADDRESS, self.key, patience=self.patience, transport=self.way)
            server = ToolServer(service, ToolSelection(self.key, self.is_read_only, self.families))
            try:
                async with Client(server.protocol()) as client:
                    # Outside of the client's tasks it would come in a group.
                    try:
                        return await use(client)
                    except MCPError as error:
                        refused = error
                raise refused
            finally:
                await service.close()

        return asyncio.run(connect())


def agent_of(transport: Transport, key: str, **options: Any) -> Agent:
    """An agent with the test's service behind the tools."""
    return Agent(key, Watched(ToTheService(transport)), **options)


async def all_tools_of(client: Client) -> dict[str, Tool]:
    """The tools that a server lists, by name."""
    listed = await client.list_tools()
    assert listed.next_cursor is None
    return {tool.name: tool for tool in listed.tools}


def structured(result: CallToolResult) -> Any:
    """The content for programs, which the text has to repeat."""
    [text] = result.content
    assert isinstance(text, TextContent)
    assert json.loads(text.text) == result.structured_content
    return result.structured_content


def content_of(result: CallToolResult) -> Any:
    """The content of a result that is no error."""
    content = structured(result)
    assert not result.is_error, content
    return content


def outside_of_untrusted(value: Any) -> Iterator[str]:
    """Every text and every name of a member that stands outside of fields named `untrusted`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from outside_of_untrusted(element)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            if name != "untrusted":
                yield from outside_of_untrusted(member)


@contextmanager
def served(transport: Transport) -> Iterator[str]:
    """The test's service at an address of this machine."""

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            body = self.rfile.read(length).decode() or None
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = transport.send(self.command, self.path, headers, body)
            content = (reply.body if isinstance(reply.body, str) else json.dumps(reply.body)).encode()
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                if name not in ("content-length", "content-encoding", "transfer-encoding"):
                    self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _answer

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def command(*options: str) -> list[str]:
    """The command line of the tools' server."""
    return [sys.executable, "-m", "talent_screening_mcp.command", *options]


def environment(url: str, key: str) -> Mapping[str, str]:
    """The environment of the command: the address, the key, and where its code is."""
    settings = {"TALENT_SCREENING_URL": url, "TALENT_SCREENING_KEY": key, "PYTHONPATH": str(SOURCES)}
    return {"PATH": os.environ["PATH"], **settings}


def over_stdio(url: str, key: str, *options: str) -> StdioServerParameters:
    """How a client starts the command."""
    executable, *arguments = command(*options)
    return StdioServerParameters(command=executable, args=arguments, env=dict(environment(url, key)))
