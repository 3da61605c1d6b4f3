"""How a recruiting suite orders, asks, cancels, and understands what it is told (its public documentation).

Every member of a push is checked by the simulators of the local stack (`local_stack.suites`), not here.
"""

import base64
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from gather.outgoing.result import AttemptResult
from simulation.suites.credentials import PushRequest, SuiteCredentials

INVITED: Final = "invited"
STARTED: Final = "started"
COMPLETED: Final = "completed"
EXPIRED: Final = "expired"
CANCELLED: Final = "cancelled"
ENDED: Final = "ended"
"""What Greenhouse is told of every end: it asks which one it is."""
ALONG: Final = "along"
"""The state of a request that only goes along with the one that tells the state."""

OWN_KEY: Final = "issued-by-the-suite"


@dataclass(frozen=True, slots=True)
class SuiteCall:
    """A request that a suite sends: the path below `/connect/{vendor}`, and its JSON `body` or its `form`.

    `has_key` says that it shows the integration's key.
    """

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    form: Mapping[str, str] | None = None
    has_key: bool = True

    @property
    def content(self) -> tuple[str, str | None]:
        """The content type and the content."""
        if self.form is not None:
            return "application/x-www-form-urlencoded", urlencode(self.form)
        return "application/json", None if self.body is None else json.dumps(self.body)


@dataclass(frozen=True, slots=True)
class SuitePerson:
    """Who is ordered: their number in the suite, their name and their address."""

    number: int
    last_name: str
    email: str


@dataclass(frozen=True, slots=True)
class WantedOrder:
    """An order to place at `at`: its name in the suite, and how often it was sent before."""

    name: str
    interview_id: str
    person: SuitePerson
    sendings: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ReadPush:
    """What a push says. `order` is the suite's reference of it, or our id of it where the suite is told that.

    `update` is the number that grows from push to push, None where the suite gets none. `score` is there with
    the result, where it stands in the push.
    """

    order: str
    state: str
    update: int | None = None
    score: float | None = None


def basic(key: str) -> str:
    """The `Authorization` of a key alone."""
    return f"Basic {base64.b64encode(f'{key}:'.encode()).decode()}"


class SuiteDialect(ABC):
    """One suite's way to talk. `host` is where it is, `credentials` what it is called with.

    `mistakes` has what it does not understand.
    """

    vendor: ClassVar[str]
    told_of: ClassVar[frozenset[str]]
    """The ends and beginnings that it is told of."""
    frees_reference: ClassVar[bool] = False
    """Whether an order that has ended holds its reference no longer."""
    is_told_by_reference: ClassVar[bool] = False
    """Whether it is told of the newest order alone that has a reference."""
    weight: ClassVar[int] = 1
    """How often a team is connected with it, compared to others: more often where more can go wrong."""

    credentials: SuiteCredentials

    def __init__(self, host: str) -> None:
        self.api_url = f"https://{host}/api"
        self.token_url = f"https://{host}/token"
        self.integration_id = ""
        self.user = ""
        self.key = ""
        self.mistakes: list[str] = []

    @abstractmethod
    def configuration(self, interview_ids: Sequence[str]) -> Mapping[str, Any]:
        """The configuration of an integration with this suite, whose team has these interviews."""

    def connect(self, integration: Mapping[str, Any]) -> None:
        """Take what the customer enters in the suite: the new integration with its password."""
        self.integration_id = integration["id"]
        self.user, self.key = integration["user"], integration["password"]

    def token_call(self) -> SuiteCall | None:
        """The request for the token that the suite calls us with; None where it calls with the key."""
        return None

    @abstractmethod
    def order(self, wanted: WantedOrder) -> SuiteCall:
        """The request for an order. Members that it is not known by differ with its sendings."""

    @abstractmethod
    def order_id(self, body: Any) -> str | None:
        """The id of an order, out of the response to it; None where the response has none."""

    @abstractmethod
    def reference(self, name: str, interview_id: str) -> str:
        """The reference of an order."""

    def cancel(self, name: str, order_id: str, at: datetime) -> SuiteCall | None:
        """The request that cancels an order; None for a suite that cancels none."""
        return None

    def ask(self, order_id: str) -> SuiteCall:
        """The request by which the suite asks what became of an order."""
        return SuiteCall("GET", f"/orders/{order_id}")

    def told_status(self, body: Any) -> str:
        """The status, out of the response to `ask`."""
        return str(body["data"]["order"]["status"])

    def answer(self, request: PushRequest) -> ReadPush | AttemptResult:
        """Read a push, or answer what is none. Raises KeyError, ValueError where it is not documented."""
        if request.url == self.token_url:
            return self.credentials.issue_token(request)
        if not self.credentials.lets_in(request.authorization, request.at):
            return AttemptResult(status=401, status_text="Unauthorized")
        return self.read(request)

    @abstractmethod
    def read(self, request: PushRequest) -> ReadPush | AttemptResult:
        """Read a push from who is let in, or answer what is none. Raises as `answer` does."""

    def accept(self, request: PushRequest) -> None:  # noqa: B027  # may do nothing
        """Do what a push says."""

    def refuse(self, request: PushRequest) -> None:  # noqa: B027  # may do nothing
        """Note that a push was refused for good."""
