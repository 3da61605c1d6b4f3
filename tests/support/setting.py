"""A tenant at the service, whatever carries its requests: handlers in a process or HTTP."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

GATHER = "/qsi/gather"


@dataclass(frozen=True)
class Request:
    """A request to a route: its path's parameters, its query, its body."""

    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: object = None


class Answer(Protocol):
    """The response to a request. `data` is that of the success envelope; AssertionError without one."""

    @property
    def status(self) -> int: ...

    @property
    def body(self) -> Any: ...

    @property
    def data(self) -> Any: ...


class Api(Protocol):
    """The service with a key; `path` is below /qsi/gather."""

    def post(self, path: str, body: object = None) -> Answer: ...


class Owner(Protocol):
    """The ids that records of a team name."""

    @property
    def organization_id(self) -> str: ...

    @property
    def team_id(self) -> str: ...

    @property
    def user_id(self) -> str: ...


@dataclass
class Setting(ABC):
    """A tenant's ids, and its requests with the keys that their routes take. It is an Api and an Owner.

    `kept` has what one request leaves for others.
    """

    organization_id: str
    team_id: str
    user_id: str
    kept: dict[str, Any] = field(default_factory=dict, init=False)

    @abstractmethod
    def send(self, route: str, request: Request) -> Any:
        """The body of the response to a request that succeeds. `route` is such as `GET /docs`."""

    @abstractmethod
    def post(self, path: str, body: object = None) -> Answer:
        """The response to a POST below /qsi/gather."""
