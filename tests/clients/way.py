"""The way from the Python client to the service of a test."""

import asyncio
import json

import httpx

from tests.builders.service import Reply, Transport


class ToTheService(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Carries the client's requests as the test's `transport` does."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        body = request.read().decode() or None
        path = request.url.raw_path.decode()
        reply = self._transport.send(request.method, path, dict(request.headers), body)
        return _response(reply)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        # The service's code knows no loop: it runs beside it, as it would on another machine.
        return await asyncio.to_thread(self.handle_request, request)


def _response(reply: Reply) -> httpx.Response:
    content = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
    headers = {name: value for name, value in reply.headers.items() if name != "content-encoding"}
    return httpx.Response(reply.status, headers=headers, content=content.encode())
