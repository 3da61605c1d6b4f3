"""Why the engine server does not do what it is asked, in the form of OpenAI's errors."""

import json

from werkzeug.wrappers import Response


class EngineRefusal(Exception):
    """A request that gets no result. `retry_after` is in seconds; None where coming back makes no sense."""

    def __init__(self, status: int, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after

    def response(self) -> Response:
        """The response that says it."""
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        response = json_response(
            {"error": {"message": str(self), "type": kind, "param": None, "code": None}}, self.status
        )
        if self.retry_after is not None:
            response.headers["Retry-After"] = str(self.retry_after)
        return response


def json_response(body: object, status: int = 200) -> Response:
    """A response with JSON."""
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/json")
