"""Routes of a function: declared by their models, run through one line of steps.

    gateway -> powertools' resolver -> authentication and quota -> idempotency -> validation
    -> team scope -> the route -> envelope

A route names the models of its body, its query and its answer; the OpenAPI document is made from the
same declarations. Faults raised anywhere in the line become answers in `Api._failure` alone.
"""

import base64
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.utilities.data_classes.common import BaseProxyEvent
from aws_lambda_powertools.utilities.typing import LambdaContext
from pydantic import TypeAdapter

from gather import wiring
from gather.core.caller import Basic, Caller, Quota, Scope, TeamScope
from gather.core.clock import timestamp
from gather.core.errors import (
    Fault,
    GatherError,
    InternalError,
    NotFound,
    PreconditionFailed,
    RouteNotFound,
    ValidationFailed,
)
from gather.core.identifiers import is_id, new_id
from gather.core.model import NoBody, QueryModel, RequestModel, TeamQuery
from gather.core.observability import log_failure, log_request
from gather.core.settings import settings
from gather.http import envelope, idempotency
from gather.http.authentication import KEY_HEADER, authenticate, authorize, presented, require_feature
from gather.http.validation import TEAM_REQUIRED, validate
from gather.table import keys

B = TypeVar("B", bound=RequestModel)
Q = TypeVar("Q", bound=QueryModel)

GATHER_PREFIX = "/qsi/gather"
GATHER_KEYS = frozenset({Scope.GATHER})


@dataclass(frozen=True)
class Call(Generic[B, Q]):
    """A request as a route sees it: known caller, valid body and query.

    `path` holds the path's parameters by their names in the route; `base_url` is what links to this
    service begin with; `team` is the team that the request works in, for routes that work in one, and
    `organization_id` that of the key, for routes that take one.
    """

    body: B
    query: Q
    path: Mapping[str, str]
    headers: Mapping[str, str]
    now: datetime
    base_url: str
    team_or_none: TeamScope | None = None
    caller_or_none: Caller | None = None

    @property
    def moment(self) -> str:
        """The time of the request as a stored timestamp."""
        return timestamp(self.now)

    @property
    def team(self) -> TeamScope:
        """The team that the request works in, on routes of a team."""
        assert self.team_or_none is not None, "this route works in no team"
        return self.team_or_none

    @property
    def organization_id(self) -> str:
        """The organization whose key the request carries."""
        return self.caller.organization_id

    @property
    def caller(self) -> Caller:
        """Who makes the request, on routes that take a key or what stands for one."""
        assert self.caller_or_none is not None, "this route takes no key"
        return self.caller_or_none

    def check_version(self, version: int) -> None:
        """Raises PreconditionFailed when the request's `If-Match` names another version."""
        wanted = self.headers.get("if-match")
        if wanted is not None and wanted.strip() not in ("*", f'"{version}"'):
            raise PreconditionFailed("The record has changed since it was read. Read it again.")


RouteFunction = Callable[[Call[B, Q]], object]

BodyFaults = Callable[[Mapping[str, str], Mapping[str, Any]], Iterable[Fault]]
"""From the path's parameters and the body as it was sent to what is wrong with it."""


@dataclass(frozen=True)
class Route:
    """The declaration of a route, for the resolver and for the OpenAPI document.

    `scopes` is empty on routes that take no key; `works_in_team` is false where the organization or
    the whole service is meant; `meta` is the model of the `pagination` that a list puts into `meta`.
    `token_header` is the header in which a route without a key takes its token; `refusals` are statuses that
    other routes of its kind do not answer. Both are for the document alone. `basic` is what Basic means;
    `faults` finds more faults in a body, where it is the path that says what a body has to be.
    """

    method: str
    path: str
    function: Callable[[Call[Any, Any]], object]
    body: type[RequestModel]
    query: type[QueryModel]
    answer: Any
    status: int
    scopes: frozenset[Scope]
    works_in_team: bool
    meta: Any = None
    token_header: str | None = None
    refusals: frozenset[int] = frozenset()
    basic: Basic = Basic.GATHER_KEY
    faults: BodyFaults | None = None

    @property
    def key(self) -> str:
        """`POST /qsi/gather/candidates`, as in the gateway and in logs."""
        return f"{self.method} {self.path}"

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """Writes the route's answers."""
        return TypeAdapter(self.answer)


class RouteOptions(TypedDict, total=False):
    """Where a route differs from the others of its family; see `Route`."""

    scopes: frozenset[Scope]
    works_in_team: bool
    meta: Any
    token_header: str
    refusals: frozenset[int]
    basic: Basic
    faults: BodyFaults


@dataclass
class _Current:
    """What is known of the request in progress."""

    request_id: str
    now: datetime
    started: float
    route: str = "-"
    caller: Caller | None = None
    team_id: str | None = None
    quota: Quota | None = None

    @property
    def headers(self) -> dict[str, str]:
        return self.quota.headers() if self.quota else {}


def unknown_path(method: str, path: str) -> GatherError:
    """The fault of a request that no route takes."""
    return RouteNotFound("There is no such path.")


@dataclass
class Api:
    """The routes of one function, and its Lambda handler.

    `unmatched` gives the fault of a method and path that none of the routes takes; `feature` names what the
    caller's organization must have switched on.
    """

    family: str
    prefix: str = GATHER_PREFIX
    scopes: frozenset[Scope] = GATHER_KEYS
    works_in_team: bool = True
    basic: Basic = Basic.GATHER_KEY
    unmatched: Callable[[str, str], GatherError] = unknown_path
    feature: str | None = None
    routes: list[Route] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._resolver = APIGatewayHttpResolver()
        self._resolver.exception_handler(Exception)(self._failure)
        self._current: _Current | None = None

    def get(
        self,
        path: str,
        answer: Any,
        query: type[Q] = TeamQuery,  # type: ignore[assignment]  # the default fixes Q
        status: int = 200,
        **options: Unpack[RouteOptions],
    ) -> Callable[[RouteFunction[NoBody, Q]], RouteFunction[NoBody, Q]]:
        """Declare a route that reads, or that leads on to what is read elsewhere (`status=302`).

        A page's `answer` is `str`; its function makes the whole response.
        """
        return self._declare("GET", path, NoBody, query, answer, status, **options)

    def post(
        self,
        path: str,
        answer: Any,
        body: type[B] = NoBody,  # type: ignore[assignment]  # the default fixes B
        query: type[Q] = TeamQuery,  # type: ignore[assignment]  # the default fixes Q
        status: int = 201,
        **options: Unpack[RouteOptions],
    ) -> Callable[[RouteFunction[B, Q]], RouteFunction[B, Q]]:
        """Declare a route that makes something (201) or does something (`status=200`)."""
        return self._declare("POST", path, body, query, answer, status, **options)

    def patch(
        self,
        path: str,
        answer: Any,
        body: type[B],
        query: type[Q] = TeamQuery,  # type: ignore[assignment]  # the default fixes Q
        **options: Unpack[RouteOptions],
    ) -> Callable[[RouteFunction[B, Q]], RouteFunction[B, Q]]:
        """Declare a route that changes the members supplied."""
        return self._declare("PATCH", path, body, query, answer, 200, **options)

    def put(
        self,
        path: str,
        answer: Any,
        body: type[B],
        query: type[Q] = TeamQuery,  # type: ignore[assignment]  # the default fixes Q
        **options: Unpack[RouteOptions],
    ) -> Callable[[RouteFunction[B, Q]], RouteFunction[B, Q]]:
        """Declare a route that sets something."""
        return self._declare("PUT", path, body, query, answer, 200, **options)

    def delete(
        self,
        path: str,
        answer: Any,
        query: type[Q] = TeamQuery,  # type: ignore[assignment]  # the default fixes Q
        **options: Unpack[RouteOptions],
    ) -> Callable[[RouteFunction[NoBody, Q]], RouteFunction[NoBody, Q]]:
        """Declare a route that archives, revokes or removes."""
        return self._declare("DELETE", path, NoBody, query, answer, 200, **options)

    def _declare(
        self,
        method: str,
        path: str,
        body: type[B],
        query: type[Q],
        answer: Any,
        status: int,
        **options: Unpack[RouteOptions],
    ) -> Callable[[RouteFunction[B, Q]], RouteFunction[B, Q]]:
        def register(function: RouteFunction[B, Q]) -> RouteFunction[B, Q]:
            route = Route(
                method,
                self.prefix + path,
                function,
                body,
                query,
                answer,
                status,
                scopes=options.get("scopes", self.scopes),
                works_in_team=options.get("works_in_team", self.works_in_team),
                meta=options.get("meta"),
                token_header=options.get("token_header"),
                refusals=options.get("refusals", frozenset()),
                basic=options.get("basic", self.basic),
                faults=options.get("faults"),
            )
            self.routes.append(route)
            rule = re.sub(r"\{(\w+)\}", r"<\1>", route.path)

            def run(**path_parameters: str) -> Response[str]:
                return self._run(route, path_parameters)

            self._resolver.route(rule, method)(run)
            return function

        return register

    def handler(self, event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        """The function's entry: an HTTP API event (payload 2.0) in, its answer out."""
        current = _Current(_request_id(context), wiring.clock().now(), time.perf_counter())
        self._current = current
        answer = self._resolver.resolve(event, context)
        log_request(
            self.family,
            current.route,
            int(answer["statusCode"]),
            current.started,
            request_id=current.request_id,
            organization_id=current.caller.organization_id if current.caller else None,
            team_id=current.team_id,
        )
        return answer

    def _run(self, route: Route, path: Mapping[str, str]) -> Response[str]:
        current = self._current
        assert current is not None
        current.route = route.key
        event = self._resolver.current_event
        headers = _headers_of(event)
        shown = presented(headers, route.basic, path.get("vendor", "")) if route.scopes else None
        if shown is not None:
            current.caller, current.quota = authenticate(wiring.table(), shown, current.now)
            authorize(current.caller, route.scopes, route.method)
            if self.feature is not None:
                require_feature(wiring.table(), current.caller, self.feature)
        body = _text_of(event.raw_event)

        def answer() -> Response[str]:
            return self._answer(route, path, headers, body, current)

        idempotency_key = headers.get(idempotency.HEADER)
        if idempotency_key is None or route.method != "POST" or current.caller is None or shown is None:
            return answer()
        request = idempotency.Request(
            current.caller.credential_id,
            idempotency_key,
            f"{route.key}\n{event.raw_event.get('rawPath')}?{event.raw_event.get('rawQueryString')}",
            body,
            shown.secret,
        )
        return idempotency.run_once(wiring.records(), request, current.now, answer, current.headers)

    def _answer(
        self,
        route: Route,
        path: Mapping[str, str],
        headers: Mapping[str, str],
        body: str,
        current: _Current,
    ) -> Response[str]:
        event = self._resolver.current_event
        valid_body, valid_query = validate(
            route.body,
            body,
            route.query,
            event.query_string_parameters,
            must_name_team=route.works_in_team
            and current.caller is not None
            and current.caller.team_id is None,
            more_faults=partial(route.faults, path) if route.faults else None,
        )
        team = None
        if route.works_in_team and current.caller is not None:
            team = _team_scope(current.caller, valid_body, valid_query)
            current.team_id = team.team_id
        call = Call(
            valid_body, valid_query, path, headers, current.now, _base_url(event), team, current.caller
        )
        result = route.function(call)
        if isinstance(result, Response):
            return result
        return envelope.success(
            result, route.adapter, route.status, current.request_id, current.now, current.headers
        )

    def _refusal(self, current: _Current) -> GatherError:
        """The fault of a request that no route takes. A key that it shows is checked and counted first."""
        event = self._resolver.current_event
        headers = _headers_of(event)
        if KEY_HEADER in headers:
            try:
                shown = presented(headers, Basic.REFUSED)
                current.caller, current.quota = authenticate(wiring.table(), shown, current.now)
            except GatherError as refusal:
                return refusal
        return self.unmatched(event.http_method.upper(), event.path)

    def _failure(self, fault: Exception) -> Response[str]:
        current = self._current
        assert current is not None
        if isinstance(fault, NotFoundError):
            fault = self._refusal(current)
        if not isinstance(fault, GatherError) or fault.status >= InternalError.status:
            log_failure(fault, current.request_id, current.route)
        if not isinstance(fault, GatherError):
            fault = InternalError("Something went wrong on our side. Quote the request id when you ask us.")
        return envelope.failure(fault, current.request_id, current.now, current.headers)


def _headers_of(event: BaseProxyEvent) -> dict[str, str]:
    return {name.lower(): value for name, value in event.headers.items()}


def _base_url(event: BaseProxyEvent) -> str:
    """The address that links begin with: the deployment's own, or the one that was called."""
    return settings().base_url or f"https://{event.raw_event['requestContext']['domainName']}"


def _request_id(context: LambdaContext) -> str:
    request_id = getattr(context, "aws_request_id", "")
    return request_id if is_id(request_id) else new_id()


def _text_of(event: Mapping[str, Any]) -> str:
    body = event.get("body") or ""
    if not event.get("isBase64Encoded"):
        return str(body)
    try:
        return base64.b64decode(body).decode()
    except ValueError:
        raise ValidationFailed.of("body", "is not text in UTF-8") from None


def _team_scope(caller: Caller, body: RequestModel, query: QueryModel) -> TeamScope:
    """The team and the user that a request names, checked (interface: Conventions, rule 5; answers: Keys).

    Costs a round trip only when the request names another team than the key's or another user.
    """
    team_id = getattr(query, "team_id", None) or getattr(body, "team_id", None) or caller.team_id
    user_id = getattr(query, "user_id", None) or getattr(body, "user_id", None) or caller.user_id
    if team_id is None:
        raise ValidationFailed([TEAM_REQUIRED])
    organization_id = caller.organization_id
    wanted = {}
    if team_id != caller.team_id:
        wanted["teamId"] = ("team", team_id, keys.team(organization_id, team_id))
    if user_id is not None and user_id != caller.user_id:
        wanted["userId"] = ("user", user_id, keys.user(organization_id, user_id))
    if wanted:
        found = wiring.table().get_many(key for _, _, key in wanted.values())
        for name, (resource, identifier, key) in wanted.items():
            if key not in found:
                raise NotFound(resource, identifier, name)
    return TeamScope(organization_id, team_id, user_id)
