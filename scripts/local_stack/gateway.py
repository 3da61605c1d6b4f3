"""The HTTP API: SAM CLI's own gateway on the template's routes, with processes in place of containers."""

import base64
import http.client
import io
import json
import logging
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from wsgiref.util import is_hop_by_hop

from flask import Flask, Request
from samcli.lib.providers.api_provider import ApiProvider
from samcli.lib.providers.sam_stack_provider import SamLocalStackProvider
from samcli.local.apigw.exceptions import LambdaResponseParseException
from samcli.local.apigw.local_apigw_service import LocalApigwService
from samcli.local.apigw.route import Route

from cloudformation.template import read_template, with_includes
from local_stack.function_log import FunctionLog
from local_stack.function_pool import FunctionPool
from local_stack.kept_connections import ConnectionsServer
from local_stack.settings import HOST, StackError

_API, _FUNCTION = "AWS::Serverless::HttpApi", "AWS::Serverless::Function"
LOCAL_PATH = "/_local/"
# A function's own time limit is far below; this ends a wait for a server that has hung.
_FORWARDED_SECONDS = 300


class Gateway:
    """Serves the template's routes, and the stack's own that are registered on `application`."""

    def __init__(self, template: Path, port: int, pool: FunctionPool, log: FunctionLog) -> None:
        """Raises StackError when the port is taken."""
        for name in ("samcli", "werkzeug"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        # SAM CLI looks for what a template includes where the process was started.
        document = with_includes(_with_routes_alone(read_template(template)), template.parent)
        stacks, _ = SamLocalStackProvider.get_stacks(template_dictionary=document)
        provider = ApiProvider(stacks, cwd=str(template.parent))
        for route in provider.api.routes:
            if route.path == "/$default":
                # SAM CLI does not know the default route by the path that API Gateway imports it by.
                route.path = "$default"
        self._service = _PoolService(provider.api, pool, log, port)
        self._service.create()
        self._service.leave_head_to_default_route()
        self._port = port
        self._server: ConnectionsServer | None = None

    @property
    def application(self) -> Flask:
        application: Flask = self._service._app
        return application

    def forward_to(self, port: int) -> None:
        """Hands all requests but those of the stack's own routes to the server on that port of loopback."""
        self.application.wsgi_app = Forwarding(self.application.wsgi_app, port)  # type: ignore[method-assign]

    def start(self) -> None:
        """Begins to answer. Raises StackError when the port has been taken in the meantime."""
        try:
            self._server = ConnectionsServer(self._port, self.application)
        except (OSError, SystemExit) as error:
            raise StackError(f"port {self._port} is taken: choose another with PORT") from error
        self._server.start()

    def close(self) -> None:
        if self._server:
            self._server.close()


class Forwarding:
    """A WSGI application that passes requests on over HTTP, and those below LOCAL_PATH to `own`."""

    def __init__(self, own: Any, port: int) -> None:
        self._own = own
        self._port = port

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"].startswith(LOCAL_PATH):
            return self._own(environ, start_response)
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


class _Runner:
    """What SAM CLI asks of the runner of containers; invocations go to the pool before they come here."""

    def is_debugging(self) -> bool:
        return False


class _PoolService(LocalApigwService):  # type: ignore[misc]  # SAM CLI publishes no types
    """SAM CLI's gateway, corrected where its events differ from those of a deployed HTTP API."""

    def __init__(self, api: Any, pool: FunctionPool, log: FunctionLog, port: int) -> None:
        super().__init__(api=api, lambda_runner=_Runner(), port=port, host=HOST)
        self._pool = pool
        self._log = log

    def leave_head_to_default_route(self) -> None:
        """Undoes what Flask does by itself: a route of an HTTP API that takes GET does not take HEAD."""
        for rule in self._app.url_map.iter_rules():
            if rule.methods and self._route_key("HEAD", rule.endpoint) not in self._dict_of_routes:
                rule.methods.discard("HEAD")

    def _invoke_lambda_function(
        self, lambda_function_name: str, event: dict[str, Any], tenant_id: Any = None
    ) -> str:
        outcome = self._pool.invoke(lambda_function_name, json.dumps(event).encode())
        if outcome.failed:
            error = json.loads(outcome.payload)
            self._log.complain(
                lambda_function_name,
                f"{event['routeKey']} failed: {error.get('errorType')}: {error.get('errorMessage')}",
            )
            raise LambdaResponseParseException
        return outcome.payload.decode()

    def _generate_lambda_event(
        self, flask_request: Request, route: Route, method: str, endpoint: str
    ) -> dict[str, Any]:
        body = flask_request.get_data()
        binary = not _is_text(body)
        if binary:
            flask_request.environ["wsgi.input"] = io.BytesIO()
            flask_request._cached_data = b""
        event: dict[str, Any] = super()._generate_lambda_event(flask_request, route, method, endpoint)
        if binary:
            event["body"] = base64.b64encode(body).decode()
            event["isBase64Encoded"] = True
        now = datetime.now(UTC)
        context = event["requestContext"]
        context["requestId"] = str(uuid.uuid4())
        context["timeEpoch"] = int(time.time() * 1000)
        context["time"] = now.strftime("%d/%b/%Y:%H:%M:%S +0000")
        context["domainName"] = flask_request.host
        context["http"]["userAgent"] = flask_request.headers.get("User-Agent", "")
        event["headers"] = {name.lower(): value for name, value in event["headers"].items()}
        if route.is_default_route:
            event.pop("pathParameters", None)
        for optional in ("queryStringParameters", "pathParameters", "cookies", "body", "stageVariables"):
            if not event.get(optional):
                event.pop(optional, None)
        return event


def _with_routes_alone(document: dict[str, Any]) -> dict[str, Any]:
    """The template without what has no routes, since SAM CLI resolves and validates all that it is given."""
    resources = {
        name: resource
        for name, resource in document["Resources"].items()
        if resource["Type"] == _API or _has_routes(resource)
    }
    return {**document, "Resources": resources, "Outputs": {}}


def _has_routes(resource: dict[str, Any]) -> bool:
    events = resource.get("Properties", {}).get("Events", {}).values()
    return resource["Type"] == _FUNCTION and any(event["Type"] == "HttpApi" for event in events)


def _is_text(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
