"""How functions reach the stack's engine server, which runs the models.

For example:

    if (server := EngineServer.of_environment()) is not None:
        vectors = server.post_json("/embeddings", {"model": "minilm-l6", "input": sentences})["data"]
"""

import json
import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import urllib3

from gather.compatible.api_keys import GivenKey
from gather.compatible.server import Server
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
        self.url = url
        self.key = key
        self._server = Server("The engine server", url, GivenKey(key))

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
        content, content_type = urllib3.encode_multipart_formdata(
            [*fields.items(), ("file", (file.name, file.content))]
        )
        return json.loads(self.post(path, content, content_type))

    def post(self, path: str, content: bytes, content_type: str) -> bytes:
        """What the server responds with. Raises EngineRefused."""
        try:
            response = self._server.post(path, content, content_type, _PATIENCE_SECONDS)
        except EngineFailed as failure:
            raise EngineRefused(_TOO_BUSY, "The engine server does not respond.") from failure
        if not response.is_success:
            raise EngineRefused(response.status, _message(response.body))
        return response.body


def _message(content: bytes) -> str:
    """The message of an error, which holds no personal data."""
    try:
        return str(json.loads(content)["error"]["message"])
    except (ValueError, LookupError, TypeError):
        return "The engine server refused the request."
