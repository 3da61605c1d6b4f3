"""Routes of a function: declared by their models, run through one line of steps.

    gateway -> powertools' resolver -> authentication and quota -> idempotency -> validation
    -> team scope -> the route -> envelope

The type of a route's call (gather.http.call) names the models of its body and its query, and says whether it
has a key and a team; the decorator names the model of its response. The OpenAPI document is made from the
same declarations. Faults raised anywhere in the line become responses in `Api._failure` alone.
"""

import re
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, Unpack, get_args, get_origin

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.utilities.data_classes.common import BaseProxyEvent
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.caller import Basic, Caller, Quota, Role, SandboxUse, Scope
from gather.core.errors import GatherError, InternalError, RouteNotFound, Unauthorized
from gather.core.identifiers import is_id, new_id, normal_id, with_normal_ids
from gather.core.model import CursorQuery, FormBody
from gather.core.observability import log_failure, log_request
from gather.core.settings import Settings
from gather.http import acting_user, idempotency
from gather.http.authentication import KEY_HEADER, authenticate, authenticate_key, presented
from gather.http.authorization import authorize, require_feature
from gather.http.body_text import text_of, text_of_form
from gather.http.call import Call
from gather.http.compression import compress
from gather.http.cursors import CURSOR, Cursor, beginning_of, opened
from gather.http.envelope import ENVELOPE, ResponseShape
from gather.http.key_check import KeyCheck, Settle, no_check, while_allowed
from gather.http.parameters import parameters_of
from gather.http.response_recovery import recover_result
from gather.http.route_declaration import Route, RouteOptions
from gather.http.security_headers import with_security_headers
from gather.http.team_scope import team_scope
from gather.http.validation import validate
from gather.http.visitors import check_way, count_visitor
from gather.table.records import Records
from gather.table.visitor_usage import Visitor
from gather.wiring import Adapters, Entry

F = TypeVar("F", bound=Callable[..., object])

GATHER_PREFIX = "/qsi/gather"
GATHER_KEYS = frozenset({Scope.GATHER})

LONGEST_PATH_PARAMETER = 200
"""The limit in characters. Ids, tokens and names of vendors are shorter; the table refuses longer keys."""


@dataclass
class _Request:
    """The state of the request in progress."""

    request_id: str
    now: datetime
    started: float
    adapters: Adapters
    route: str = "-"
    basic: Basic = Basic.REFUSED
    form: ResponseShape = ENVELOPE
    caller: Caller | None = None
    team_id: str | None = None
    quota: Quota | None = None
    client: Visitor | None = None

    def admit(self, caller: Caller, quota: Quota) -> None:
        """Note who was let in."""
        self.caller, self.quota = caller, quota

    @property
    def headers(self) -> dict[str, str]:
        return self.quota.headers() if self.quota else {}


_IN_PROGRESS: ContextVar[_Request] = ContextVar("request in progress")
"""Of the thread or greenlet that runs: an environment of Lambda has one request at a time, a test several."""


def unknown_path() -> GatherError:
    """The fault of a request that no route takes."""
    return RouteNotFound("There is no such path.")


@dataclass
class Api:
    """The routes of one function, and its Lambda handler.

    `scopes` are those of the keys that its routes take. A person who has signed in needs the role `readers`
    for a GET and `writers` for all else, unless a route says otherwise; only Gather takes sessions.
    `unmatched` gives the fault of a method and path that none of the routes takes, instead of `unknown_path`;
    `feature` names what the caller's organization must have switched on; `sandbox` says whether they take
    keys of sandboxes.
    """

    family: str
    prefix: str = GATHER_PREFIX
    scopes: frozenset[Scope] = GATHER_KEYS
    basic: Basic = Basic.GATHER_KEY
    unmatched: Callable[[str, str], GatherError] | None = None
    feature: str | None = None
    sandbox: SandboxUse = SandboxUse.ALLOWED
    readers: Role = Role.REVIEWER
    writers: Role = Role.MANAGER
    routes: list[Route] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._resolver = APIGatewayHttpResolver()
        self._resolver.exception_handler(Exception)(self._failure)
        self.handler = Entry(self.run)

    def get(
        self, path: str, response: Any, status: int = 200, **options: Unpack[RouteOptions]
    ) -> Callable[[F], F]:
        """Declare a route that reads, or that leads on to what is read elsewhere (`status=302`).

        A page's `response` is `str`; its function makes the whole response.
        """
        return self._declare("GET", path, response, status, **options)

    def post(
        self, path: str, response: Any, status: int = 201, **options: Unpack[RouteOptions]
    ) -> Callable[[F], F]:
        """Declare a route that makes something (201) or does something (`status=200`)."""
        return self._declare("POST", path, response, status, **options)

    def patch(self, path: str, response: Any, **options: Unpack[RouteOptions]) -> Callable[[F], F]:
        """Declare a route that changes the members supplied."""
        return self._declare("PATCH", path, response, 200, **options)

    def put(self, path: str, response: Any, **options: Unpack[RouteOptions]) -> Callable[[F], F]:
        """Declare a route that sets something."""
        return self._declare("PUT", path, response, 200, **options)

    def delete(self, path: str, response: Any, **options: Unpack[RouteOptions]) -> Callable[[F], F]:
        """Declare a route that archives, revokes or removes."""
        return self._declare("DELETE", path, response, 200, **options)

    def declare(
        self, method: str, path: str, response: Any, status: int = 200, **options: Unpack[RouteOptions]
    ) -> Callable[[F], F]:
        """Declare a route whose method is known only when the function is loaded, such as a suite's."""
        return self._declare(method, path, response, status, **options)

    def _declare(
        self, method: str, path: str, response: Any, status: int, **options: Unpack[RouteOptions]
    ) -> Callable[[F], F]:
        def register(function: F) -> F:
            annotation = function.__annotations__["call"]
            call: object = get_origin(annotation)
            if not isinstance(call, type) or not issubclass(call, Call):
                raise TypeError(f"{function.__qualname__} takes no call with models of body and query")
            body, query = get_args(annotation)
            options.setdefault("basic", self.basic)
            options.setdefault("sandbox", self.sandbox)
            if self.prefix == GATHER_PREFIX:
                options.setdefault("least_role", self.readers if method == "GET" else self.writers)
            route = Route(
                method,
                self.prefix + path,
                function,
                call,
                body,
                query,
                response,
                status,
                scopes=self.scopes,
                **options,
            )
            self.routes.append(route)
            rule = re.sub(r"\{(\w+)\}", r"<\1>", route.path)
            # What a parameter for all that follows stands for is not handed on.
            rule = re.sub(r"\{\w+\+\}", "(.+)", rule)

            def run(**path_parameters: str) -> Response[str]:
                return self._run(route, path_parameters)

            self._resolver.route(rule, list(route.methods))(run)
            return function

        return register

    def run(self, event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
        """An HTTP API event (payload 2.0) in, its response out."""
        request = _Request(_request_id(context), adapters.clock.now(), time.perf_counter(), adapters)
        outer = _IN_PROGRESS.set(request)
        try:
            response = self._resolver.resolve(event, context)
        finally:
            _IN_PROGRESS.reset(outer)
        response["headers"] = with_security_headers(response["headers"])
        response = compress(response, event, request.request_id)
        log_request(
            self.family,
            request.route,
            int(response["statusCode"]),
            request.started,
            request_id=request.request_id,
            organization_id=request.caller.organization_id if request.caller else None,
            team_id=request.team_id if request.caller else None,
        )
        return response

    @property
    def checks_keys(self) -> bool:
        """Whether a key is looked at: not by functions of which every route is without one, so that they need
        no right to write keys."""
        return not self.routes or any(route.takes_key for route in self.routes)

    def _run(self, route: Route, path: Mapping[str, str]) -> Response[str]:
        request = _IN_PROGRESS.get()
        request.route, request.basic, request.form = route.key, route.basic, route.form
        event = self._resolver.current_event
        headers = _headers_of(event)
        check_way(request.adapters.settings, headers)
        if any(len(value) > LONGEST_PATH_PARAMETER for value in path.values()):
            raise NotFoundError
        path = {name: normal_id(value) for name, value in path.items()}
        records = request.adapters.records
        if not route.takes_key:
            request.client = count_visitor(request.adapters, event.raw_event, headers, request.now)
            body = "" if issubclass(route.body, FormBody) else text_of(event.raw_event, headers)
            body = text_of_form(body, headers) if route.leads_back or route.takes_form else body
            return self._respond(route, path, headers, body, request, records, None, no_check)
        shown = presented(headers, route.basic, route.vendor or path.get("vendor", ""))
        admission = KeyCheck(
            request.adapters.known_callers,
            shown.checked_at,
            partial(authenticate, records.table, shown, request.now),
            request.admit,
        )
        body = text_of(event.raw_event, headers)

        def respond(caller: Caller, records: Records, settle: Settle) -> Response[str]:
            authorize(caller, route.access, route.method)

            def read(records: Records, settle: Settle) -> Response[str]:
                return self._respond(route, path, headers, body, request, records, caller, settle)

            if self.feature is None:
                return read(records, settle)
            allow = partial(require_feature, records.table, caller, self.feature)
            return while_allowed(request.adapters.start, allow, settle, records, read)

        # A suite names its orders itself, and a new access token is another secret than the one before.
        is_repeatable = route.is_ours and shown.access_token is None
        if idempotency.HEADER not in headers or route.method != "POST" or not is_repeatable:
            return admission.meanwhile(request.adapters.start, records, respond)
        return self._run_once(route, path, headers, body, request, admission.first(), shown.secret)

    def _run_once(
        self,
        route: Route,
        path: Mapping[str, str],
        headers: Mapping[str, str],
        body: str,
        request: _Request,
        caller: Caller,
        secret: str,
    ) -> Response[str]:
        """The response to a POST with an `Idempotency-Key`, whose key is checked before anything is read."""
        authorize(caller, route.access, route.method)
        records, event = request.adapters.records, self._resolver.current_event.raw_event
        if self.feature is not None:
            require_feature(records.table, caller, self.feature)
        repeatable = idempotency.IdempotentRequest(
            caller.credential_id,
            headers[idempotency.HEADER],
            f"{route.key}\n{event.get('rawPath')}?{event.get('rawQueryString')}",
            body,
            secret,
        )

        def respond(records: Records, result: Callable[[Call[Any, Any]], object]) -> Response[str]:
            return self._respond(route, path, headers, body, request, records, caller, no_check, result)

        steps = idempotency.RepeatableSteps(
            respond=lambda records: respond(records, route.function),
            respond_again=lambda made: respond(records, partial(recover_result, route, made)),
            makes=route.makes,
        )
        return idempotency.run_once(records, repeatable, request.now, steps, request.headers)

    def _respond(
        self,
        route: Route,
        path: Mapping[str, str],
        headers: Mapping[str, str],
        body: str,
        request: _Request,
        records: Records,
        caller: Caller | None,
        settle: Settle,
        result_of: Callable[[Call[Any, Any]], object] | None = None,
    ) -> Response[str]:
        """The response with what `result_of` returns of the call, by default the route's function."""
        event = self._resolver.current_event
        parameters, repeated = parameters_of(event.raw_event, route.query.names())
        cursor: Cursor | None = None
        beginning: Cursor | None = None
        if issubclass(route.query, CursorQuery):
            parameters = route.query.with_normal_ids(parameters)
            beginning = beginning_of(_list_name(event, caller), parameters)
            if CURSOR in parameters:
                cursor, parameters = opened(beginning.list_name, parameters)
        if caller is not None and caller.signed_in is not None and route.works_in_team:
            parameters = acting_user.query_as(caller.user_id, route.query, parameters)
            body = acting_user.body_as(caller.user_id, route.body, body)
        valid_body, valid_query = validate(
            route.body,
            body,
            route.query,
            parameters,
            must_name_team=route.works_in_team and caller is not None and caller.team_id is None,
            more_faults=partial(route.faults, path) if route.faults else None,
            query_faults=repeated,
        )
        known: dict[str, Any] = {}
        if caller is not None:
            known["caller"] = caller
            if route.works_in_team:
                known["team"] = team = team_scope(records.table, caller, valid_body, valid_query)
                request.team_id = team.team_id
        call = route.call(
            body=valid_body,
            query=valid_query,
            path=path,
            headers=headers,
            now=request.now,
            base_url=_base_url(request.adapters.settings, event),
            own_adapters=request.adapters,
            settle=settle,
            records=records,
            client=request.client,
            cursor=cursor,
            beginning=beginning,
            **known,
        )
        result = (result_of or route.function)(call)
        if isinstance(result, Response):
            return result
        settle()
        return route.form.success(
            result, route.adapter, route.status, request.request_id, request.now, request.headers
        )

    def _refusal(self, request: _Request) -> GatherError:
        """The fault of a request that no route takes. A key that it shows is checked and counted first, where
        the function takes keys."""
        event = self._resolver.current_event
        headers = _headers_of(event)
        try:
            check_way(request.adapters.settings, headers)
        except GatherError as refusal:
            return refusal
        if self.checks_keys and KEY_HEADER in headers:
            try:
                shown = presented(headers, Basic.REFUSED)
                request.caller, request.quota = authenticate_key(
                    request.adapters.records.table, shown, request.now
                )
            except GatherError as refusal:
                return refusal
        if self.unmatched is None:
            return unknown_path()
        return self.unmatched(event.http_method.upper(), event.path)

    def _failure(self, fault: Exception) -> Response[str]:
        request = _IN_PROGRESS.get()
        if isinstance(fault, NotFoundError):
            fault = self._refusal(request)
        if not isinstance(fault, GatherError) or fault.status >= InternalError.status:
            log_failure(fault, request.request_id, request.route)
        if not isinstance(fault, GatherError):
            fault = InternalError("Something went wrong on our side. Quote the request id when you ask us.")
        if isinstance(fault, Unauthorized) and request.basic is Basic.INTEGRATION:
            fault = fault.offering_basic()
        return request.form.failure(fault, request.request_id, request.now, request.headers)


def _list_name(event: BaseProxyEvent, caller: Caller | None) -> str:
    """The identity of a list among all others: its path, and for whom it is read."""
    owner = (caller.organization_id, caller.team_id) if caller else ()
    return f"{with_normal_ids(event.path)} {owner}"


def _headers_of(event: BaseProxyEvent) -> dict[str, str]:
    return {name.lower(): value for name, value in event.raw_event["headers"].items()}


def _base_url(settings: Settings, event: BaseProxyEvent) -> str:
    """The address that links begin with: the deployment's own, or the one that was called."""
    return settings.base_url or f"https://{event.raw_event['requestContext']['domainName']}"


def _request_id(context: LambdaContext) -> str:
    request_id = getattr(context, "aws_request_id", "")
    return request_id if is_id(request_id) else new_id()
