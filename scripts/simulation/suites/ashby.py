"""Ashby: it is told by `assessment.update`, of our id (developers.ashbyhq.com)."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from simulation.suites.credentials import PushRequest, SuiteOwnKey
from simulation.suites.dialect import (
    CANCELLED,
    COMPLETED,
    EXPIRED,
    OWN_KEY,
    STARTED,
    ReadPush,
    SuiteCall,
    SuiteDialect,
    WantedOrder,
    basic,
)


class AshbyDialect(SuiteDialect):
    """Ashby: it is told by `assessment.update`, of our id."""

    vendor = "ashby"
    told_of = frozenset({STARTED, COMPLETED, EXPIRED, CANCELLED})
    frees_reference = True

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.credentials = SuiteOwnKey(basic(OWN_KEY))

    def configuration(self, _interview_ids: Sequence[str]) -> Mapping[str, Any]:
        return {"apiUrl": self.api_url, "apiKey": OWN_KEY}

    def order(self, wanted: WantedOrder) -> SuiteCall:
        person = wanted.person
        candidate = {
            "ashby_id": f"ashby-{person.number}",
            "first_name": "Ada",
            "last_name": person.last_name,
            "email": person.email,
            "ashby_profile_url": f"https://app.ashbyhq.com/candidates/{person.number}?sent={wanted.sendings}",
        }
        body = {
            "assessment_type_id": wanted.interview_id,
            "candidate": candidate,
            "application": {"ashby_id": wanted.name, "status": "Active"},
            "job": {"ashby_id": "job-1", "name": "Cook", "ashby_job_url": "https://app.ashbyhq.com/jobs/1"},
        }
        return SuiteCall("POST", "/assessment.start", body)

    def order_id(self, body: Any) -> str:
        return str(body["results"]["assessment_id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{name}:{interview_id}"

    def cancel(self, _name: str, order_id: str, _at: datetime) -> SuiteCall:
        return SuiteCall("POST", "/assessment.cancel", {"assessment_id": order_id})

    def read(self, request: PushRequest) -> ReadPush:
        if (request.method, request.url) != ("POST", f"{self.api_url}/assessment.update"):
            raise ValueError(f"{request.method} {request.url}")
        told = json.loads(request.body)
        if "cancelled_reason" in told:
            is_expired = "time" in told["cancelled_reason"]["value"]
            return ReadPush(told["assessment_id"], EXPIRED if is_expired else CANCELLED, told["timestamp"])
        state = told["assessment_status"]["value"].lower()
        result = told["assessment_result"]["value"] if state == COMPLETED else None
        score = float(result) if isinstance(result, int | float) else None
        return ReadPush(told["assessment_id"], state, told["timestamp"], score)
