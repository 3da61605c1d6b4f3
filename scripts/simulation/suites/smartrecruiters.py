"""SmartRecruiters: both sides call with tokens, and the result goes to the address of the order
(developers.smartrecruiters.com)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from simulation.suites.credentials import PushRequest, RotatingTokens
from simulation.suites.dialect import (
    CANCELLED,
    COMPLETED,
    EXPIRED,
    ReadPush,
    SuiteCall,
    SuiteDialect,
    WantedOrder,
)

_COMPANY: Final = "company-1"
_CLIENT: Final = {
    "grant_type": "client_credentials",
    "client_id": "client-1",
    "client_secret": "secret-of-the-suite",
}


class SmartRecruitersDialect(SuiteDialect):
    """SmartRecruiters: it gets a token from us before it orders, and we get one before we tell."""

    vendor = "smartrecruiters"
    told_of = frozenset({COMPLETED, EXPIRED, CANCELLED})
    states: ClassVar = {"COMPLETED": COMPLETED, "EXPIRED": EXPIRED, "CANCELLED": CANCELLED}

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.credentials = RotatingTokens(_CLIENT)

    def configuration(self, _interview_ids: Sequence[str]) -> Mapping[str, Any]:
        return {
            "apiUrl": self.api_url,
            "tokenUrl": self.token_url,
            "companyId": _COMPANY,
            "clientId": _CLIENT["client_id"],
            "clientSecret": _CLIENT["client_secret"],
        }

    def token_call(self) -> SuiteCall:
        form = {"grant_type": "client_credentials", "client_id": self.user, "client_secret": self.key}
        return SuiteCall("POST", "/oauth/token", form=form, has_key=False)

    def order(self, wanted: WantedOrder) -> SuiteCall:
        person = wanted.person
        candidate = {
            "id": f"person-{person.number}",
            "firstName": "Ada",
            "lastName": person.last_name,
            "email": person.email,
        }
        body = {
            "resultCallbackURL": self.reference(wanted.name, wanted.interview_id),
            "candidate": candidate,
            "job": {"name": f"Cook {wanted.sendings}"},
            "assessmentPackageId": wanted.interview_id,
            "jobId": "job-1",
            "companyId": _COMPANY,
        }
        return SuiteCall("POST", "/packages/orders", body)

    def order_id(self, body: Any) -> str:
        return str(body["id"])

    def reference(self, name: str, interview_id: str) -> str:
        return f"{self.api_url}/assessment-api/v202010/orders/{name}/results"

    def read(self, request: PushRequest) -> ReadPush:
        if request.method != "PATCH":
            raise ValueError(f"{request.method} {request.url}")
        told = json.loads(request.body)
        score = told["score"]["raw"] if "score" in told else None
        return ReadPush(
            request.url, self.states[told["status"]], score=None if score is None else float(score)
        )
