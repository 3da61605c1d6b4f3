"""What the simulators of recruiting suites have in common.

A simulator plays the suite's side of a connection. It knows what a suite knows: candidates, the orders that
it made, the results that it was told. It calls our routes as the suite does, and serves what our pushes call.
It refuses what the suite's documentation forbids, and records each refusal with its reason, so that a test
can ask for none. What our routes answer is checked as strictly.

It has neither a server nor a connection: `answer` serves one request, and `send` carries the suite's own.

    suite = WorkableSimulator(Connection(api_url, connect_url, send), access_token="…")
    order = suite.order(SuiteKey("…"), interview_id, RecruitedPerson("Ada", "Example", "ada@example.com"))
    suite.answer("PUT", "/assessments/1", {}, {"authorization": "Bearer …"}, b"{…}")
"""

import base64
import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Final, NamedTuple, NoReturn, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
NOT_ORDERED: Final = "not ordered"
"""The status of an order that our service did not take."""

M = TypeVar("M")
"""What the members of a document are read into."""


class HttpAnswer(NamedTuple):
    """A response over HTTP. Names of headers are as they come; `body` is empty where there is none."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Send = Callable[[str, str, Mapping[str, str], bytes | None], HttpAnswer]
"""Carries a request of the suite: its method, address, headers and body. Follows no redirect."""

Defer = Callable[[Callable[[], None]], None]
"""Runs something soon, after what is being answered."""


@dataclass(frozen=True)
class SuiteRequest:
    """A request to the suite. Names of headers are lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def call(self) -> str:
        """The request as it is told in a refusal."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True)
class RecordedRefusal:
    """Something that the suite did not take.

    `call` is the request, whose status was `status`. `is_of_response` says that it is our response to a
    request of the suite, and not a request of ours.
    """

    call: str
    status: int
    reason: str
    is_of_response: bool = False


@dataclass(frozen=True)
class ScriptedAnswer:
    """What is answered in place of the suite's own answer. See `SuiteSimulator.answer_next`.

    `until` holds the answer back until it is set. One that `breaks_off` ends the connection instead.
    """

    status: int = 500
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b"{}"
    until: threading.Event | None = None
    breaks_off: bool = False


class ConnectionBroken(Exception):
    """The server that serves the simulator ends the connection without a response."""


class SuiteRefused(Exception):
    """The suite refuses a request with this status, for this reason."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.headers = headers or {}


class PartnerRefused(Exception):
    """Our service refused a request of the suite, in the suite's own form."""

    def __init__(self, call: str, status: int, message: str) -> None:
        super().__init__(f"{call}: {status} {message}")
        self.status = status
        self.message = message


class PartnerAnswerWrong(Exception):
    """Our service answered a request of the suite with what is not documented, which is recorded as well."""


@dataclass(frozen=True)
class SuiteKey:
    """What the customer enters in the suite: the once-shown password, and the user where the suite asks for
    it."""

    key: str = field(repr=False)
    user: str | None = None


@dataclass(frozen=True)
class RecruitedPerson:
    """A candidate of the suite. `id` is the suite's own; None for a new one."""

    first_name: str
    last_name: str
    email: str
    phone: str | None = None
    id: str | None = None


@dataclass
class SimulatedOrder:
    """An order as the suite has it.

    `id` is the suite's, `partner_id` ours. `status`, `score` and `link` are the last ones that it was told,
    and `details` what else it would show. `history` is what it was told, each with its time.
    """

    id: str
    interview_id: str
    person: RecruitedPerson
    key: SuiteKey
    status: str
    partner_id: str | None = None
    score: float | str | None = None
    link: str | None = None
    details: dict[str, Any] = field(default_factory=dict)
    history: list[tuple[str, str]] = field(default_factory=list)
    has_ended: bool = False

    def tell(self, status: str) -> None:
        """The suite was told of this status."""
        self.status = status
        self.history.append((_now(), status))

    @property
    def view(self) -> dict[str, Any]:
        """The order as JSON."""
        return {
            "id": self.id,
            "orderId": self.partner_id,
            "interviewId": self.interview_id,
            "candidate": {
                "firstName": self.person.first_name,
                "lastName": self.person.last_name,
                "email": self.person.email,
            },
            "status": self.status,
            "score": self.score,
            "link": self.link,
            "details": self.details,
            "history": [{"at": at, "status": status} for at, status in self.history],
        }


@dataclass(frozen=True)
class Connection:
    """Where the two sides are: the address of the suite's API, ours below `/connect`, and the way to it.

    `defer` runs what the suite does on its own account soon; without one it waits for `run_deferred`.
    """

    api_url: str
    connect_url: str
    send: Send = field(repr=False)
    defer: Defer | None = None


class DocumentedMembers(BaseModel):
    """Members that a documentation names: no others, and each of its type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _OrderedByHand(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, frozen=True)


class PersonByHand(_OrderedByHand):
    """The candidate of an order that a person plays."""

    first_name: str
    last_name: str
    email: str

    @property
    def person(self) -> RecruitedPerson:
        """The candidate in the suite."""
        return RecruitedPerson(self.first_name, self.last_name, self.email)


class OrderByHand(_OrderedByHand):
    """An order that a person plays on the local stack."""

    key: str
    user: str | None = None
    interview_id: str
    candidate: PersonByHand


class MoveByHand(_OrderedByHand):
    """A move of an opportunity that a person plays on the local stack."""

    integration_id: str
    signature_token: str
    stage_id: str
    candidate: PersonByHand
    tags: list[str] = []


ORDER_BY_HAND: Final = TypeAdapter(OrderByHand)


class SuiteSimulator(ABC):
    """A suite. `refusals` are what it did not take, `requests` what it was asked, and `orders` its orders by
    their ids."""

    vendor: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, connection: Connection, clock: Callable[[], float] = time.time) -> None:
        self.connection = connection
        self.orders: dict[str, SimulatedOrder] = {}
        self.refusals: list[RecordedRefusal] = []
        self.requests: list[SuiteRequest] = []
        self._clock = clock
        self._scripted: list[tuple[str, ScriptedAnswer]] = []
        self._deferred: list[Callable[[], None]] = []
        self._lock = threading.RLock()
        self._numbers = 0

    @property
    @abstractmethod
    def configuration(self) -> Mapping[str, Any]:
        """The configuration of an integration with this suite, as far as the suite knows it."""

    @abstractmethod
    def serve(self, request: SuiteRequest) -> HttpAnswer:
        """Serve a request. Raises SuiteRefused."""

    @abstractmethod
    def refuse(self, refused: SuiteRefused) -> HttpAnswer:
        """Write a refusal as the suite does."""

    @abstractmethod
    def order(self, key: SuiteKey, interview_id: str, person: RecruitedPerson) -> SimulatedOrder:
        """Order an interview for a person.

        Raises PartnerRefused, and PartnerAnswerWrong for a response that is not as documented.
        """

    def place(
        self, order: SimulatedOrder, send: Callable[[SimulatedOrder], SimulatedOrder]
    ) -> SimulatedOrder:
        """Send a new order, which says so when our service does not take it. Raises what `send` raises."""
        self.orders[order.id] = order
        try:
            return send(order)
        except (PartnerRefused, PartnerAnswerWrong):
            order.tell(NOT_ORDERED)
            raise

    def order_by_hand(self, document: object) -> SimulatedOrder:
        """Order what a person plays on the local stack.

        Raises SuiteRefused for what cannot be read, and what `order` raises.
        """
        wanted = read(ORDER_BY_HAND, document)
        return self.order(SuiteKey(wanted.key, wanted.user), wanted.interview_id, wanted.candidate.person)

    def answer(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], body: bytes
    ) -> HttpAnswer:
        """Answer a request of ours. `path` begins below the address of the API.

        Raises ConnectionBroken where the script says so.
        """
        lower = {name.lower(): value for name, value in headers.items()}
        request = SuiteRequest(method, path, dict(query), lower, body)
        with self._lock:
            self.requests.append(request)
            scripted = self._next_scripted(path)
        if scripted is not None:
            return _play(scripted)
        with self._lock:
            try:
                return self.serve(request)
            except SuiteRefused as refused:
                self.refusals.append(RecordedRefusal(request.call, refused.status, refused.reason))
                return self.refuse(refused)

    def answer_next(self, *answers: ScriptedAnswer, at: str = "") -> None:
        """Answer the next requests, whose path ends with `at`, by these instead; one answer each."""
        with self._lock:
            self._scripted += [(at, answer) for answer in answers]

    def run_deferred(self) -> None:
        """Do what the suite does on its own account after what it was told."""
        while True:
            with self._lock:
                if not self._deferred:
                    return
                work = self._deferred.pop(0)
            work()

    @property
    def refused(self) -> list[str]:
        """The refusals as texts, for a test that asks for none."""
        return [f"{each.call}: {each.status} {each.reason}" for each in self.refusals]

    def defer(self, work: Callable[[], None]) -> None:
        """Do something soon."""
        if self.connection.defer is not None:
            self.connection.defer(work)
        else:
            with self._lock:
                self._deferred.append(work)

    def new_number(self) -> int:
        """A number that nothing else of this suite has."""
        with self._lock:
            self._numbers += 1
            return self._numbers

    def call_partner(
        self,
        method: str,
        path: str,
        authorization: str | None,
        *,
        document: object = None,
        form: Mapping[str, str] | None = None,
    ) -> "PartnerAnswer":
        """Send a request of the suite to our routes and return the answer, whose form is checked.

        Raises PartnerAnswerWrong for a body that is no JSON.
        """
        headers = {"User-Agent": f"{self.title} simulator", "Accept": JSON}
        if authorization is not None:
            headers["Authorization"] = authorization
        body = None
        if form is not None:
            headers["Content-Type"], body = FORM, urlencode(form).encode()
        elif document is not None:
            headers["Content-Type"], body = JSON, json.dumps(document).encode()
        url = f"{self.connection.connect_url}{path}"
        status, received, content = self.connection.send(method, url, headers, body)
        call = f"{method} {path.partition('?')[0]}"
        lower = {name.lower(): value for name, value in received.items()}
        if not content:
            return PartnerAnswer(call, status, lower, None)
        if lower.get("content-type", "").partition(";")[0].strip() != JSON:
            self.refuse_answer(call, status, "the content type is not application/json")
        try:
            return PartnerAnswer(call, status, lower, json.loads(content))
        except ValueError:
            self.refuse_answer(call, status, "the body is no JSON")

    def read_answer(self, answer: "PartnerAnswer", status: int, members: TypeAdapter[M]) -> M:
        """Read an answer of ours that has to have this status and these members.

        Raises PartnerAnswerWrong.
        """
        if answer.status != status:
            self.refuse_answer(answer.call, answer.status, f"the status is not {status}")
        try:
            return read(members, answer.document)
        except SuiteRefused as wrong:
            self.refuse_answer(answer.call, answer.status, wrong.reason)

    def refuse_answer(self, call: str, status: int, reason: str) -> NoReturn:
        """Record that an answer of ours is not as documented. Raises PartnerAnswerWrong."""
        with self._lock:
            self.refusals.append(RecordedRefusal(call, status, reason, is_of_response=True))
        raise PartnerAnswerWrong(f"{call}: {reason}")

    def find_order(self, path: str, beginning: str, end: str = "") -> SimulatedOrder:
        """The order that a path names. Raises SuiteRefused with 404."""
        found = self.orders.get(path.removeprefix(beginning).removesuffix(end))
        if found is None or path != f"{beginning}{found.id}{end}":
            raise SuiteRefused(404, "there is no such address")
        return found

    def _next_scripted(self, path: str) -> ScriptedAnswer | None:
        for place, (at, answer) in enumerate(self._scripted):
            if path.endswith(at):
                del self._scripted[place]
                return answer
        return None


@dataclass(frozen=True)
class PartnerAnswer:
    """An answer of ours to a request of the suite. `document` is its JSON; None for an empty body."""

    call: str
    status: int
    headers: Mapping[str, str]
    document: Any = field(repr=False)


def _play(scripted: ScriptedAnswer) -> HttpAnswer:
    if scripted.until is not None:
        scripted.until.wait()
    if scripted.breaks_off:
        raise ConnectionBroken
    return HttpAnswer(scripted.status, {"Content-Type": JSON, **scripted.headers}, scripted.body)


def read(members: TypeAdapter[M], document: object) -> M:
    """Read a document whose members are documented. Raises SuiteRefused with 422 that names what is wrong."""
    try:
        return members.validate_python(document)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False, include_context=False)
        reasons = [f"{'.'.join(map(str, each['loc'])) or 'the body'}: {each['msg']}" for each in wrong]
        raise SuiteRefused(422, "; ".join(reasons)) from None


def read_json(request: SuiteRequest) -> Any:
    """The JSON of a request. Raises SuiteRefused with 415 or 400."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise SuiteRefused(415, "the content type is not application/json")
    try:
        return json.loads(request.body)
    except ValueError:
        raise SuiteRefused(400, "the body is no JSON") from None


def read_form(request: SuiteRequest) -> dict[str, str]:
    """The members of a form. Raises SuiteRefused with 415 or 400."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != FORM:
        raise SuiteRefused(415, "the content type is not that of a form")
    members = parse_qs(request.body.decode(), keep_blank_values=True)
    if any(len(values) > 1 for values in members.values()):
        raise SuiteRefused(400, "a member of the form is repeated")
    return {name: values[0] for name, values in members.items()}


def check_query(request: SuiteRequest, known: Sequence[str] = ()) -> None:
    """Check that a query has no other members. Raises SuiteRefused with 400."""
    unknown = sorted(request.query.keys() - set(known))
    if unknown:
        raise SuiteRefused(400, f"the query has {', '.join(unknown)}")


def basic(user: str) -> str:
    """The credentials of a key alone: Basic with the key as the user and no password."""
    return f"Basic {base64.b64encode(f'{user}:'.encode()).decode()}"


def json_answer(status: int, document: object, **headers: str) -> HttpAnswer:
    """A response with a JSON body."""
    return HttpAnswer(status, {"Content-Type": JSON, **headers}, json.dumps(document).encode())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check_web_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("is no web address")
    return text


def _check_moment(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("is no time with a zone")
    return text


WebAddress = Annotated[str, AfterValidator(_check_web_address)]
"""An address that a browser opens."""

Moment = Annotated[str, AfterValidator(_check_moment)]
"""A time in ISO 8601, with its zone."""

Text = Annotated[str, StringConstraints(min_length=1)]
"""A text that is not empty."""
