"""How recruiting suites order, ask, cancel, and understand what they are told (their public documentation).

Every member of a push is checked by the simulators of the local stack (`local_stack.suites`), not here.
"""

import base64
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

STARTED: Final = "started"
COMPLETED: Final = "completed"
EXPIRED: Final = "expired"
CANCELLED: Final = "cancelled"
ENDED: Final = "ended"
"""What Greenhouse is told of every end: it asks which one it is."""

OWN_KEY: Final = "issued-by-the-suite"


@dataclass(frozen=True, slots=True)
class SuiteCall:
    """A request that a suite sends: the path below `/connect/{vendor}`."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class SuitePerson:
    """Who is ordered: their number in the suite, their name and their address."""

    number: int
    last_name: str
    email: str


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
    """One suite's way to talk. `host` is where it is."""

    vendor: ClassVar[str]
    told_of: ClassVar[frozenset[str]]
    """The ends and beginnings that it is told of."""
    frees_reference: ClassVar[bool] = False
    """Whether an order that has ended holds its reference no longer."""

    def __init__(self, host: str) -> None:
        self.api_url = f"https://{host}/api"

    @abstractmethod
    def configuration(self) -> Mapping[str, Any]:
        """The configuration of an integration with this suite."""

    @abstractmethod
    def own_authorization(self, key: str) -> str:
        """The `Authorization` that a push must have; `key` is the integration's."""

    @abstractmethod
    def order(self, name: str, interview_id: str, person: SuitePerson, sending: int) -> SuiteCall:
        """The request for the order `name`. Members that it is not known by differ with `sending`."""

    @abstractmethod
    def order_id(self, body: Any) -> str:
        """The id of an order, out of the response to it."""

    @abstractmethod
    def reference(self, name: str, interview_id: str) -> str:
        """The reference of an order."""

    @abstractmethod
    def read_push(self, method: str, url: str, body: bytes) -> ReadPush:
        """Read what the suite is told. Raises KeyError, ValueError where it is not what is documented."""

    def cancel(self, order_id: str) -> SuiteCall | None:
        """The request that cancels an order; None for a suite that cancels none."""
        return None

    def ask(self, order_id: str) -> SuiteCall:
        """The request by which the suite asks what became of an order."""
        return SuiteCall("GET", f"/orders/{order_id}")

    def told_status(self, body: Any) -> str:
        """The status, out of the response to `ask`."""
        return str(body["data"]["order"]["status"])


class AshbyDialect(SuiteDialect):
    """Ashby: it is told by `assessment.update`, of our id."""

    vendor = "ashby"
    told_of = frozenset({STARTED, COMPLETED, EXPIRED, CANCELLED})
    frees_reference = True

    def configuration(self) -> Mapping[str, Any]:
        return {"apiUrl": self.api_url, "apiKey": OWN_KEY}

    def own_authorization(self, key: str) -> str:
        return basic(OWN_KEY)

    def order(self, name: str, interview_id: str, person: SuitePerson, sending: int) -> SuiteCall:
        candidate = {
            "ashby_id": f"ashby-{person.number}",
            "first_name": "Ada",
            "last_name": person.last_name,
            "email": person.email,
            "ashby_profile_url": f"https://app.ashbyhq.com/candidates/{person.number}?sent={sending}",
        }
        body = {
            "assessment_type_id": interview_id,
            "candidate": candidate,
            "application": {"ashby_id": name, "status": "Active"},
            "job": {"ashby_id": "job-1", "name": "Cook", "ashby_job_url": "https://app.ashbyhq.com/jobs/1"},
        }
        return SuiteCall("POST", "/assessment.start", body)

    def order_id(self, body: Any) -> str:
        return str(body["results"]["assessment_id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{name}:{interview_id}"

    def cancel(self, order_id: str) -> SuiteCall:
        return SuiteCall("POST", "/assessment.cancel", {"assessment_id": order_id})

    def read_push(self, method: str, url: str, body: bytes) -> ReadPush:
        if (method, url) != ("POST", f"{self.api_url}/assessment.update"):
            raise ValueError(f"{method} {url}")
        told = json.loads(body)
        if "cancelled_reason" in told:
            is_expired = "time" in told["cancelled_reason"]["value"]
            return ReadPush(told["assessment_id"], EXPIRED if is_expired else CANCELLED, told["timestamp"])
        state = told["assessment_status"]["value"].lower()
        result = told["assessment_result"]["value"] if state == COMPLETED else None
        score = float(result) if isinstance(result, int | float) else None
        return ReadPush(told["assessment_id"], state, told["timestamp"], score)


class GreenhouseDialect(SuiteDialect):
    """Greenhouse: a push has nothing but its address, and it asks for the status itself."""

    vendor = "greenhouse"
    told_of = frozenset({COMPLETED, EXPIRED, CANCELLED})
    statuses: ClassVar = {"complete": COMPLETED}

    def configuration(self) -> Mapping[str, Any]:
        return {"apiUrl": self.api_url}

    def own_authorization(self, key: str) -> str:
        return basic(key)

    def order(self, name: str, interview_id: str, person: SuitePerson, sending: int) -> SuiteCall:
        candidate = {
            "first_name": "Ada",
            "last_name": person.last_name,
            "email": person.email,
            "resume_url": f"https://grnhse.example.com/resume?signature={sending}",
            "greenhouse_profile_url": f"https://app.greenhouse.io/people/{person.number}",
        }
        url = self.reference(name, interview_id)
        return SuiteCall(
            "POST", "/send_test", {"partner_test_id": interview_id, "candidate": candidate, "url": url}
        )

    def order_id(self, body: Any) -> str:
        return str(body["partner_interview_id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{self.api_url}/take_home_tests/{name}"

    def read_push(self, method: str, url: str, body: bytes) -> ReadPush:
        if method != "PATCH" or body:
            raise ValueError(f"{method} {url}")
        return ReadPush(url, ENDED)

    def ask(self, order_id: str) -> SuiteCall:
        return SuiteCall("GET", f"/test_status?partner_interview_id={order_id}")

    def told_status(self, body: Any) -> str:
        status = str(body["partner_status"])
        return self.statuses.get(status, status)


class WorkableDialect(SuiteDialect):
    """Workable: the result goes to the address that came with the order."""

    vendor = "workable"
    told_of = frozenset({COMPLETED, EXPIRED, CANCELLED})
    statuses: ClassVar = {"completed": COMPLETED, "expired": EXPIRED, "rejected": CANCELLED}

    def configuration(self) -> Mapping[str, Any]:
        return {"apiUrl": self.api_url, "accessToken": OWN_KEY}

    def own_authorization(self, key: str) -> str:
        return f"Bearer {OWN_KEY}"

    def order(self, name: str, interview_id: str, person: SuitePerson, sending: int) -> SuiteCall:
        body = {
            "test_id": interview_id,
            "job_shortcode": f"GROOV{sending}",
            "job_title": "Cook",
            "callback_url": self.reference(name, interview_id),
            "candidate": {"first_name": "Ada", "last_name": person.last_name, "email": person.email},
        }
        return SuiteCall("POST", "/assessments", body)

    def order_id(self, body: Any) -> str:
        return str(body["assessment_id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{self.api_url}/assessments/{name}"

    def read_push(self, method: str, url: str, body: bytes) -> ReadPush:
        if method != "PUT":
            raise ValueError(f"{method} {url}")
        told = json.loads(body)
        score = told.get("assessment", {}).get("score")
        return ReadPush(url, self.statuses[told["status"]], score=None if score is None else float(score))


DIALECTS: Final[tuple[type[SuiteDialect], ...]] = (AshbyDialect, GreenhouseDialect, WorkableDialect)
