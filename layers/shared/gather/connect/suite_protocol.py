"""The protocol of a recruiting suite: a vendor with routes, responses and pushes of its own.

A suite is a vendor (gather.connect.vendor_protocol) in a module of `gather.connect.vendors`. It declares its
routes below `/connect/{vendor}`, writes its errors in its own words, and says which requests tell it what
became of an order. It knows nothing of tables, keys and queues.

    def list_tests(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer: ...

    routes = (SuiteRoute("GET", "/list_tests", list_tests),)
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

from pydantic import ConfigDict

from gather.connect.integrations.door import IntegrationDoor
from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.selection import VendorDataQuery
from gather.connect.orders.desk import OrderDesk
from gather.connect.orders.models import Order, OrderResults
from gather.connect.vendor_protocol import Configuration, Vendor
from gather.core.errors import Conflict, GatherError
from gather.core.model import QueryModel, RequestBody, RequestPart
from gather.events.order_tasks import OrderEvent
from gather.outgoing.result import AttemptResult

C = TypeVar("C", bound=Configuration)
W = TypeVar("W", bound=RequestPart)
B = TypeVar("B", bound="SuiteBody")
Q = TypeVar("Q", bound=QueryModel)


class SuiteBody(RequestBody):
    """Base of a body that a suite sends, in camelCase; members that nobody knows are ignored."""


class SnakeCaseBody(SuiteBody):
    """Base of a body that a suite sends in snake_case."""

    model_config = ConfigDict(alias_generator=None)


class NoSuiteBody(SuiteBody):
    """The body of a suite's route that reads none."""


@dataclass(frozen=True, slots=True)
class SuiteAnswer:
    """A response of a suite's route: the status, and the JSON value of the body, None for no body.

    `headers` come beside those that every response has.
    """

    status: int
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)


class SuiteQuery(VendorDataQuery):
    """Query of a suite's route; our own keys name the integration where there are several."""


@dataclass(frozen=True, kw_only=True)
class SuiteVisit(Generic[B, Q]):
    """A request of a suite, let in for `integration`, whose orders `desk` takes. `disable` disables it."""

    body: B
    query: Q
    path: Mapping[str, str]
    integration: IntegrationRecord
    desk: OrderDesk
    disable: Callable[[], None]


@dataclass(frozen=True, kw_only=True)
class KeylessVisit(Generic[B, Q]):
    """A request without a key, which proves itself at the `door`."""

    body: B
    query: Q
    path: Mapping[str, str]
    door: IntegrationDoor


Refusal = Callable[[GatherError], SuiteAnswer]
"""Writes a fault in a suite's own words."""


@dataclass(frozen=True)
class SuiteRoute:
    """A route of a suite: its method, its path below `/connect/{vendor}` and what answers it.

    `answer` takes a SuiteVisit, or a KeylessVisit where the route takes no key; the annotation of its
    argument `visit` names the models of body and query. `refusal` writes the faults of this route alone; None
    for the suite's own. `takes_form` says that the body may be a form.
    """

    method: str
    path: str
    answer: Callable[[Any], SuiteAnswer]
    refusal: Refusal | None = None
    takes_form: bool = False

    @property
    def takes_key(self) -> bool:
        """Whether the route asks for a key."""
        kind: object = get_origin(self.answer.__annotations__["visit"])
        return kind is SuiteVisit

    @property
    def models(self) -> tuple[type[SuiteBody], type[QueryModel]]:
        """The models of the route's body and query."""
        body, query = get_args(self.answer.__annotations__["visit"])
        return body, query


@dataclass(frozen=True, kw_only=True, slots=True)
class Push:
    """A request that tells a suite something. `name` tells it from the others of the same event; a request
    that has succeeded is never sent again. `body` is a JSON value, None for an empty body. Its credentials
    are added when it is sent.
    """

    method: str
    url: str
    body: object = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    name: str = "push"


@dataclass(frozen=True, kw_only=True)
class PushedOrder(Generic[C]):
    """An order of which its suite is told that `event` happened, with what came of it so far.

    `tried` are the events that it may know of: a request about them was sent. `update` is a number that
    grows from event to event of an order: milliseconds since 1970. `interview_name` is the interview's name.
    """

    event: OrderEvent
    order: Order
    outcome: OrderResults
    configuration: C
    tried: frozenset[OrderEvent] = frozenset()
    update: int
    interview_name: str


class NotOrdered(Conflict):
    """What a suite has sent turns out to be no order, such as one for an archived candidate."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenRequest:
    """A request for an access token, as a form by POST (RFC 6749). Its members are secrets."""

    url: str
    form: Mapping[str, str] = field(repr=False)


class Suite(Vendor[C, W]):
    """A recruiting suite.

    Its name is that of its addresses, `title` the one that people know it by. The same reference is the same
    order, whatever else it has. `credentials_member` is the member of the configuration by which `check` is
    let in. An integration is sent no more than `most_requests_a_second`, None for no limit. With
    `is_told_by_reference` a push does not say which of the orders it is about that have had a reference one
    after the other: the suite is told of the newest one alone.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    most_requests_a_second: ClassVar[int | None] = None
    is_told_by_reference: ClassVar[bool] = False
    credentials_member: ClassVar[str]
    routes: ClassVar[tuple[SuiteRoute, ...]]
    knows_by_reference = True

    @abstractmethod
    def refuse(self, fault: GatherError) -> SuiteAnswer:
        """Write a fault in the suite's own words."""

    @abstractmethod
    def pushes(self, pushed: PushedOrder[C]) -> Sequence[Push]:
        """The requests that tell the suite of an event of an order, in their order. May be none."""

    @abstractmethod
    def authorization(self, configuration: C, password: str, token: str | None) -> str:
        """The `Authorization` of a push.

        `password` is the integration's own, empty unless `calls_with_password`; `token` is the access token
        where there is one.
        """

    def token_request(self, configuration: C, refresh_token: str | None) -> TokenRequest | None:
        """The request for a new access token; None for a suite that needs none.

        `refresh_token` is the newest one that the suite has given, None before there was one.
        """
        return None

    def details_request(self, order: W, configuration: C) -> Push | None:
        """The request for what the suite's order does not say itself; None where it says all.

        Its credentials are added when it is sent.
        """
        return None

    def complete_order(self, order: W, details: Any) -> W:
        """Complete an order by the answer to `details_request`, a JSON value of unknown form.

        Raises NotOrdered when it is none after all, VendorFailed for an answer of another form.
        """
        return order

    def find_refusal(self, result: AttemptResult) -> str | None:
        """The reason why a 2xx response to a push is a refusal all the same; None when it is none."""
        return None

    def address(self, connect_url: str, integration_id: str) -> str | None:
        """What the customer enters in the suite."""
        return f"{connect_url}/connect/{self.name}"
