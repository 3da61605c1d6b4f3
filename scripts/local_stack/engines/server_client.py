"""How functions reach the stack's engine server, which runs the models.

For example:

    if (server := EngineServer.of_environment()) is not None:
        vectors = server.post_json("/embeddings", {"model": "minilm-l6", "input": sentences})["data"]
"""

import http.client
import json
import os
import secrets
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from gather.ports.failure import EngineFailed

_URL_VARIABLE: Final = "LOCAL_ENGINES_URL"
_KEY_VARIABLE: Final = "LOCAL_ENGINES_KEY"
_PATIENCE_SECONDS: Final = 15.0
_TOO_BUSY: Final = 503
_WAIT_SECONDS: Final = 5.0


class File(NamedTuple):
    """A file of a form."""

    name: str
    content: bytes


class EngineRefused(EngineFailed):
    """The server does not do what it is asked. `server_status` is 503 without a response.

    What may pass is waited for: a model is being fetched or loaded, or the machine is slow.
    """

    def __init__(self, status: int, reason: str) -> None:
        is_passing = status in (429, 500, _TOO_BUSY)
        super().__init__(
            retryable=is_passing, reason=reason, retry_after=_WAIT_SECONDS if is_passing else None
        )
        self.server_status = status


class EngineServer:
    """The engine server at `url`, which ends with the version of the protocol (`/v1`)."""

    def __init__(self, url: str, key: str) -> None:
        address = urlsplit(url)
        self._host, self._port, self._path = address.hostname or "", address.port, address.path
        self._key = key

    @classmethod
    def of_environment(cls) -> "EngineServer | None":
        """The server of this stack; None where there is none, as in tests in process."""
        url = os.environ.get(_URL_VARIABLE)
        return cls(url, os.environ.get(_KEY_VARIABLE, "")) if url else None

    def post_json(self, path: str, body: object) -> Any:
        """The JSON that the server responds with. Raises EngineRefused."""
        return json.loads(self.post_json_for_bytes(path, body))

    def post_json_for_bytes(self, path: str, body: object) -> bytes:
        """What the server responds with to a JSON body. Raises EngineRefused."""
        return self.post(path, json.dumps(body).encode(), "application/json")

    def post_form(self, path: str, fields: Mapping[str, str], file: File) -> Any:
        """The JSON that the server responds with to a form with a file. Raises EngineRefused."""
        boundary = secrets.token_hex(16)
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        ]
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'
        content = b"".join([*parts, head.encode(), file.content, f"\r\n--{boundary}--\r\n".encode()])
        return json.loads(self.post(path, content, f"multipart/form-data; boundary={boundary}"))

    def post(self, path: str, content: bytes, content_type: str) -> bytes:
        """What the server responds with. Raises EngineRefused."""
        connection = http.client.HTTPConnection(self._host, self._port, timeout=_PATIENCE_SECONDS)
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": content_type}
        try:
            connection.request("POST", self._path + path, content, headers)
            response = connection.getresponse()
            received = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise EngineRefused(_TOO_BUSY, "The engine server does not respond.") from error
        finally:
            connection.close()
        if response.status != 200:
            raise EngineRefused(response.status, _message(received))
        return received


def _message(content: bytes) -> str:
    """The message of an error, which holds no personal data."""
    try:
        return str(json.loads(content)["error"]["message"])
    except (ValueError, LookupError, TypeError):
        return "The engine server refused the request."
