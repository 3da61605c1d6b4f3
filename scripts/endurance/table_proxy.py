"""A proxy before the table that throttles requests, delays them or loses their responses on command."""

import asyncio
import threading
from contextlib import AbstractContextManager, suppress
from enum import StrEnum
from random import Random
from typing import Self

from local_stack.settings import HOST

SLOW_SECONDS = 0.4
"""Below the time limit of a call, so that a slow table slows what it should not fail."""

_SHARE_OF_FAULTS = 0.5
_HEAD_LIMIT = 1 << 16
_THROTTLED = b'{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"Rate exceeded"}'


class Weather(StrEnum):
    """How the proxy treats requests to the table."""

    FAIR = "fair"
    THROTTLED = "throttled"
    SLOW = "slow"
    LOSING_RESPONSES = "losing responses"


class TableProxy(AbstractContextManager["TableProxy"]):
    """Passes requests on to the table at `port`; `weather` may be set at any time."""

    def __init__(self, port: int, random: Random) -> None:
        self.weather = Weather.FAIR
        self._target = port
        self._random = random
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        serving = asyncio.start_server(self._serve, HOST, 0, limit=_HEAD_LIMIT)
        self._server = asyncio.run_coroutine_threadsafe(serving, self._loop).result()
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def url(self) -> str:
        """The endpoint for the functions."""
        return f"http://{HOST}:{self.port}"

    async def _end(self) -> None:
        self._server.close()
        serving = asyncio.all_tasks() - {asyncio.current_task()}
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward the requests of one connection, one after the other, until either side closes it."""
        try:
            table_reader, table_writer = await asyncio.open_connection(HOST, self._target, limit=_HEAD_LIMIT)
        except OSError:
            writer.close()
            return
        try:
            # Its end by `_end` too: asyncio would print that the task of a connection was cancelled.
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._carry(reader, writer, table_reader, table_writer):
                    pass
        finally:
            writer.close()
            table_writer.close()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        table_reader: asyncio.StreamReader,
        table_writer: asyncio.StreamWriter,
    ) -> bool:
        request = await _message(reader)
        fault = self.weather if self._random.random() < _SHARE_OF_FAULTS else Weather.FAIR
        if fault is Weather.THROTTLED:
            writer.write(_throttled_response())
            await writer.drain()
            return True
        if fault is Weather.SLOW:
            await asyncio.sleep(SLOW_SECONDS)
        table_writer.write(request)
        response = await _message(table_reader)
        if fault is Weather.LOSING_RESPONSES:
            return False
        writer.write(response)
        await writer.drain()
        return True


async def _message(reader: asyncio.StreamReader) -> bytes:
    """Read an HTTP message with its body. Raises IncompleteReadError at the end of the connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return head + await reader.readexactly(int(line.partition(b":")[2]))
    return head


def _throttled_response() -> bytes:
    head = (
        "HTTP/1.1 400 Bad Request\r\n"
        "content-type: application/x-amz-json-1.0\r\n"
        f"content-length: {len(_THROTTLED)}\r\n\r\n"
    )
    return head.encode() + _THROTTLED
