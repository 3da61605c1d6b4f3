"""The engine server's WSGI application: the key, the table of routes, and the engines behind it."""

import hmac
from collections.abc import Iterable, Sequence
from typing import Any

from werkzeug.wrappers import Request, Response

from local_stack.engine_server.failures import EngineRefusal, json_response
from local_stack.engine_server.routes import EngineRoute
from local_stack.engine_server.supply import LoadedOnce, ModelState, ModelSupply
from local_stack.models.catalogue import CatalogueModel

MODELS_PATH = "/v1/models"


class EngineApplication:
    """Responds to those who send `Authorization: Bearer` and the key."""

    def __init__(self, key: str, routes: Sequence[EngineRoute], supply: ModelSupply) -> None:
        self._key = key
        self._supply = supply
        self._engines = {
            (route.method, route.path): LoadedOnce(route.needs, route.load, supply) for route in routes
        }
        self._paths = {path for _, path in self._engines} | {MODELS_PATH}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return self.respond(Request(environ))(environ, start_response)

    def respond(self, request: Request) -> Response:
        """The response to a request."""
        try:
            return self._respond(request)
        except EngineRefusal as refusal:
            return refusal.response()

    def _respond(self, request: Request) -> Response:
        sent = request.headers.get("Authorization", "")
        if not hmac.compare_digest(sent.encode(), f"Bearer {self._key}".encode()):
            raise EngineRefusal(401, "The key is wrong or missing.")
        if (request.method, request.path) == ("GET", MODELS_PATH):
            return json_response({"object": "list", "data": [*map(self._model, self._supply.models())]})
        engine = self._engines.get((request.method, request.path))
        if engine is None:
            known = request.path in self._paths
            raise EngineRefusal(405 if known else 404, "There is no such route.")
        return engine.get()(request)

    def _model(self, model: CatalogueModel) -> dict[str, object]:
        state = self._supply.state(model.name)
        reason = {"reason": self._supply.reason(model.name)} if state is ModelState.UNAVAILABLE else {}
        return {
            "id": model.name,
            "object": "model",
            "created": 0,
            "owned_by": model.source,
            "state": state,
            **reason,
        }
