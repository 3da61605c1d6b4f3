"""Greenhouse: a push is nothing but an address, and it asks (grnhse/greenhouse-api-docs)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from simulation.suites.credentials import PushRequest, SuiteOwnKey
from simulation.suites.dialect import (
    CANCELLED,
    COMPLETED,
    ENDED,
    EXPIRED,
    ReadPush,
    SuiteCall,
    SuiteDialect,
    WantedOrder,
    basic,
)


class GreenhouseDialect(SuiteDialect):
    """Greenhouse: a push has nothing but its address, and it asks for the status itself."""

    vendor = "greenhouse"
    told_of = frozenset({COMPLETED, EXPIRED, CANCELLED})
    statuses: ClassVar = {"complete": COMPLETED}

    def configuration(self, _interview_ids: Sequence[str]) -> Mapping[str, Any]:
        return {"apiUrl": self.api_url}

    def connect(self, integration: Mapping[str, Any]) -> None:
        super().connect(integration)
        self.credentials = SuiteOwnKey(basic(self.key))

    def order(self, wanted: WantedOrder) -> SuiteCall:
        person = wanted.person
        candidate = {
            "first_name": "Ada",
            "last_name": person.last_name,
            "email": person.email,
            "resume_url": f"https://grnhse.example.com/resume?signature={wanted.sendings}",
            "greenhouse_profile_url": f"https://app.greenhouse.io/people/{person.number}",
        }
        body = {
            "partner_test_id": wanted.interview_id,
            "candidate": candidate,
            "url": self.reference(wanted.name, wanted.interview_id),
        }
        return SuiteCall("POST", "/send_test", body)

    def order_id(self, body: Any) -> str:
        return str(body["partner_interview_id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{self.api_url}/take_home_tests/{name}"

    def read(self, request: PushRequest) -> ReadPush:
        if request.method != "PATCH" or request.body:
            raise ValueError(f"{request.method} {request.url}")
        return ReadPush(request.url, ENDED)

    def ask(self, order_id: str) -> SuiteCall:
        return SuiteCall("GET", f"/test_status?partner_interview_id={order_id}")

    def told_status(self, body: Any) -> str:
        status = str(body["partner_status"])
        return self.statuses.get(status, status)
