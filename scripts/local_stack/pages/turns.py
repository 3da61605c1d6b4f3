"""`POST /_local/turns`: whether a candidate has finished, by the last seconds of what the microphone hears.

The gateway hands the sound on to the engine server's `POST /v1/turns`. Neither keeps anything of it.
"""

import json
from typing import Final, Protocol
from urllib.parse import urlencode

from flask import Flask, Response, request

from local_stack.settings import TURNS_PATH

LARGEST_BODY: Final = 8 * 2 * 16_000
"""In bytes: eight seconds of 16-bit samples."""
_PASSED_ON: Final = ("about", "language")


class TurnJudge(Protocol):
    """What judges sound, as the process of the engine server does."""

    def post(self, path: str, content: bytes) -> tuple[int, bytes]:
        """The status and the content of the response to bytes."""
        ...


def add_turns_route(application: Flask, judge: TurnJudge | None) -> None:
    """Registers the route on the gateway's application. Without a judge it answers 501."""

    def respond() -> Response:
        if judge is None:
            return _response(501, json.dumps({"message": "This stack runs no models."}))
        if (request.content_length or 0) > LARGEST_BODY:
            return _response(413, json.dumps({"message": f"The sound has more than {LARGEST_BODY} bytes."}))
        query = urlencode({name: request.args[name] for name in _PASSED_ON if name in request.args})
        return _response(*judge.post(f"/v1/turns?{query}", request.get_data()))

    application.add_url_rule(
        TURNS_PATH, endpoint=TURNS_PATH, view_func=respond, methods=["POST"], provide_automatic_options=False
    )


def _response(status: int, body: str | bytes) -> Response:
    return Response(body, status, mimetype="application/json", headers={"Cache-Control": "no-store"})
