"""Workable: the result goes to the address that came with the order (workable.readme.io)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from simulation.suites.credentials import PushRequest, SuiteOwnKey
from simulation.suites.dialect import (
    CANCELLED,
    COMPLETED,
    EXPIRED,
    OWN_KEY,
    ReadPush,
    SuiteCall,
    SuiteDialect,
    WantedOrder,
)


class WorkableDialect(SuiteDialect):
    """Workable: the result goes to the address that came with the order."""

    vendor = "workable"
    told_of = frozenset({COMPLETED, EXPIRED, CANCELLED})
    statuses: ClassVar = {"completed": COMPLETED, "expired": EXPIRED, "rejected": CANCELLED}

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.credentials = SuiteOwnKey(f"Bearer {OWN_KEY}")

    def configuration(self, _interview_ids: Sequence[str]) -> Mapping[str, Any]:
        return {"apiUrl": self.api_url, "accessToken": OWN_KEY}

    def order(self, wanted: WantedOrder) -> SuiteCall:
        person = wanted.person
        body = {
            "test_id": wanted.interview_id,
            "job_shortcode": f"GROOV{wanted.sendings}",
            "job_title": "Cook",
            "callback_url": self.reference(wanted.name, wanted.interview_id),
            "candidate": {"first_name": "Ada", "last_name": person.last_name, "email": person.email},
        }
        return SuiteCall("POST", "/assessments", body)

    def order_id(self, body: Any) -> str:
        return str(body["assessment_id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{self.api_url}/assessments/{name}"

    def read(self, request: PushRequest) -> ReadPush:
        if request.method != "PUT":
            raise ValueError(f"{request.method} {request.url}")
        told = json.loads(request.body)
        score = told.get("assessment", {}).get("score")
        return ReadPush(
            request.url, self.statuses[told["status"]], score=None if score is None else float(score)
        )
