"""The declaration of a route, which its handler, the resolver and the OpenAPI document share."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypedDict

from pydantic import TypeAdapter

from gather.core.caller import Basic, Role, SandboxUse, Scope
from gather.core.errors import Fault
from gather.core.model import QueryModel, RequestBody
from gather.http.authorization import RouteAccess
from gather.http.call import Call, KeyCall, TeamCall
from gather.http.envelope import ENVELOPE, ResponseShape
from gather.table.kind import Kind, Stored

BodyFaults = Callable[[Mapping[str, str], Mapping[str, Any]], Iterable[Fault]]
"""Returns the faults of a body, from the path's parameters and the body as it was sent."""


@dataclass(frozen=True)
class Route:
    """The declaration of a route, for the resolver and for the OpenAPI document.

    `call` is the type of the call without its models; `scopes` are those of the keys that the route takes;
    `meta` is the model of the `pagination` that a list puts into `meta`. `token_header` is the header in
    which a route without a key takes its token; `refusals` are statuses that other routes of its kind do not
    have; `repeated_status` is the one with which the route repeats what it did before; `media_type` is that
    of a page; `operation` is the route's name where its function has another one's; `leads_back` says that a
    browser is sent back to a page, whose forms the route takes; `warns` says that its `meta` may have
    warnings. But for the forms all seven are for the document alone. `form` writes the route's responses;
    `vendor` is that of the path, where the path names it in plain words; `takes_form` says that its body may
    be a form (RFC 6749). `basic` is what Basic means; `sandbox`
    whether keys of sandboxes are taken; `least_role` is the role that a person who has signed in needs, None
    where keys alone are taken; `faults` finds more faults in a body, where it is the path that says
    what a body has to be.
    The last two say how a lost response to a POST with an `Idempotency-Key` is made anew
    (gather.http.response_recovery): `makes` is the kind of the record that the request makes, and `shows`
    makes the result from it, where that is more than the record or a member with it.
    """

    method: str
    path: str
    function: Callable[[Any], object]
    call: type[Call[Any, Any]]
    body: type[RequestBody]
    query: type[QueryModel]
    response: Any
    status: int
    scopes: frozenset[Scope]
    meta: Any = None
    token_header: str | None = None
    refusals: frozenset[int] = frozenset()
    repeated_status: int | None = None
    media_type: str = "text/html"
    operation: str | None = None
    leads_back: bool = False
    warns: bool = False
    form: ResponseShape = ENVELOPE
    vendor: str = ""
    takes_form: bool = False
    basic: Basic = Basic.GATHER_KEY
    sandbox: SandboxUse = SandboxUse.ALLOWED
    least_role: Role | None = None
    faults: BodyFaults | None = None
    makes: Kind[Any] | None = None
    shows: Callable[[Any, Stored[Any]], object] | None = None

    @property
    def methods(self) -> tuple[str, ...]:
        """The route's method, and HEAD where a browser may ask for a page."""
        return ("GET", "HEAD") if self.response is str and self.method == "GET" else (self.method,)

    @property
    def documented_path(self) -> str:
        """The path as OpenAPI writes it, which has no parameter for all that follows (`{screen+}`)."""
        return self.path.replace("+}", "}")

    @property
    def key(self) -> str:
        """`POST /qsi/gather/candidates`, as in the gateway and in logs."""
        return f"{self.method} {self.path}"

    @property
    def access(self) -> RouteAccess:
        """Who may use the route, where it is not for everybody."""
        return RouteAccess(self.scopes, self.sandbox, self.least_role)

    @property
    def is_ours(self) -> bool:
        """Whether the route has our envelope, and so a place in our document."""
        return self.form is ENVELOPE

    @property
    def takes_key(self) -> bool:
        """Whether the route asks for a key."""
        return issubclass(self.call, KeyCall)

    @property
    def takes_session(self) -> bool:
        """Whether people who have signed in may use the route."""
        return self.takes_key and self.least_role is not None and self.sandbox is not SandboxUse.REQUIRED

    @property
    def works_in_team(self) -> bool:
        """Whether the route works in one team."""
        return issubclass(self.call, TeamCall)

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """Writes the route's responses."""
        return TypeAdapter(self.response)


class RouteOptions(TypedDict, total=False):
    """The options in which a route may differ from the others of its family; see `Route`."""

    meta: Any
    token_header: str
    refusals: frozenset[int]
    repeated_status: int
    media_type: str
    operation: str
    leads_back: bool
    warns: bool
    form: ResponseShape
    vendor: str
    takes_form: bool
    basic: Basic
    sandbox: SandboxUse
    least_role: Role
    faults: BodyFaults
    makes: Kind[Any]
    shows: Callable[[Any, Stored[Any]], object]
