"""The server at the stack's address: its own pages below `/_local` and at `/`, and the HTTP API."""

import http.client
import json
from collections.abc import Iterable
from typing import Any
from wsgiref.util import is_hop_by_hop

from flask import Flask, Request

from local_stack.http.keep_alive_server import Application, KeepAliveServer
from local_stack.settings import HOST, StackError

LOCAL_PATH = "/_local/"
# A function's own time limit is far below; this ends a wait for a server that has hung.
_FORWARDED_SECONDS = 300


class Gateway:
    """Serves `api`, and the stack's own routes that are registered on `application`."""

    def __init__(self, port: int, api: Application) -> None:
        self.application = Flask(__name__, static_folder=None)
        self._api = api
        self._port = port
        self._server: KeepAliveServer | None = None

    def forward_to(self, port: int) -> None:
        """Hands all requests but those of the stack's own routes to the server on that port of loopback."""
        self._api = Forwarding(port)

    def start(self) -> None:
        """Begins to answer. Raises StackError when the port is taken."""
        try:
            self._server = KeepAliveServer(self._port, self.respond)
        except (OSError, SystemExit) as error:
            raise StackError(f"port {self._port} is taken: choose another with PORT") from error
        self._server.start()

    def close(self) -> None:
        if self._server:
            self._server.close()

    def respond(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Responds to one request: a WSGI application."""
        served = self.application.wsgi_app if self._is_own(environ) else self._api
        return served(environ, start_response)

    def _is_own(self, environ: dict[str, Any]) -> bool:
        path = environ["PATH_INFO"]
        if path != "/" and not path.startswith(LOCAL_PATH):
            return False
        return self.application.url_map.bind("local").test(path, environ["REQUEST_METHOD"])


class Forwarding:
    """A WSGI application that passes requests on over HTTP."""

    def __init__(self, port: int) -> None:
        self._port = port

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        headers = {name: value for name, value in request.headers.items() if not is_hop_by_hop(name)}
        connection = http.client.HTTPConnection(HOST, self._port, timeout=_FORWARDED_SECONDS)
        try:
            # The path as it came: decoding it would change what a function reads out of it.
            connection.request(request.method, environ["REQUEST_URI"], request.get_data(), headers)
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            start_response("502 Bad Gateway", [("Content-Type", "application/json")])
            return [json.dumps({"message": f"sam local does not answer: {type(error).__name__}"}).encode()]
        finally:
            connection.close()
        passed = [(name, value) for name, value in response.getheaders() if not is_hop_by_hop(name)]
        start_response(f"{response.status} {response.reason or '-'}", passed)
        return [content]
