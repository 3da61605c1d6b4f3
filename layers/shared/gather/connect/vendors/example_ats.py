"""The ATS of the examples and of the local stack: camelCase JSON, a bearer token, jobs to assign."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from pydantic import Field

from gather.connect.orders.models import OrderedCandidate, OrderRequest
from gather.connect.vendor_protocol import (
    AtsVendor,
    Configuration,
    Failure,
    GetJson,
    Secret,
    VendorFailed,
)
from gather.core.formats import EmailAddress, HttpUrl, PhoneNumber, RecordId, ShortText, Title
from gather.core.model import RequestPart
from gather.outgoing.endpoint import WebhookUrl
from gather.screening.candidate_interviews.requests import DeliveryTypes, ExpiryDays
from gather.workflow.jobs.ats_job import AtsJob
from gather.workflow.jobs.models import JobStatus


class ExampleConfiguration(Configuration):
    """The address of the customer's ATS, and the token that it takes."""

    base_url: WebhookUrl
    api_token: Secret


class ExampleCandidate(RequestPart):
    """The person an order is for; `id` is the ATS's own."""

    id: ShortText | None = None
    first_name: Title
    last_name: Title
    email: EmailAddress
    phone: PhoneNumber | None = None
    resume_url: HttpUrl | None = None


class ExampleOrder(RequestPart):
    """An order; `reference` is the ATS's own id of it, and the same one is the same order."""

    interview_id: RecordId
    candidate: ExampleCandidate
    reference: ShortText | None = Field(default=None, min_length=1)
    send_invite: bool = True
    delivery_types: DeliveryTypes | None = None
    expiry_days: ExpiryDays | None = None
    callback_url: WebhookUrl | None = None
    redirect_url: HttpUrl | None = None


STATUSES: Mapping[str, JobStatus] = {
    "draft": JobStatus.DRAFT,
    "open": JobStatus.OPEN,
    "onHold": JobStatus.ON_HOLD,
    "closed": JobStatus.CLOSED,
    "filled": JobStatus.FILLED,
    "cancelled": JobStatus.CANCELLED,
}
"""The statuses of a job, by the words of the ATS."""

SHOWN = ("id", "status", "url", "requisitionNumber", "hiringManager", "openings", "openedAt", "updatedAt")
"""The members of an ATS job that the job's `ats` has."""


class ExampleAts(AtsVendor[ExampleConfiguration, ExampleOrder]):
    """The plug-in of the example ATS."""

    configuration = ExampleConfiguration
    order = ExampleOrder
    interview_member = "interviewId"

    def check(self, configuration: ExampleConfiguration, get_json: GetJson) -> None:
        """Get the ATS's status."""
        if _get(get_json, configuration, "status") is None:
            raise VendorFailed(Failure.INVALID_ANSWER)

    def find_job(
        self, configuration: ExampleConfiguration, external_job_id: str, get_json: GetJson
    ) -> AtsJob | None:
        """Find a job of the ATS."""
        answer = _get(get_json, configuration, f"jobs/{quote(external_job_id, safe='')}")
        return None if answer is None else _job(answer)

    def read_order(self, order: ExampleOrder) -> OrderRequest:
        """Read an order."""
        fields = {name: getattr(order, name) for name in type(order).model_fields if name != "candidate"}
        person = {name: getattr(order.candidate, name) for name in type(order.candidate).model_fields}
        return OrderRequest(**fields, candidate=OrderedCandidate(external_id=person.pop("id"), **person))


def _get(get_json: GetJson, configuration: ExampleConfiguration, path: str) -> Any:
    token = {"Authorization": f"Bearer {configuration.api_token}"}
    return get_json(f"{configuration.base_url.rstrip('/')}/{path}", token)


def _job(answer: Mapping[str, Any]) -> AtsJob:
    """A job of the ATS; a status that it invents tomorrow counts as a draft."""
    return AtsJob(
        external_id=answer["id"],
        title=answer["title"],
        status=STATUSES.get(answer["status"], JobStatus.DRAFT),
        department=answer.get("department"),
        location=answer.get("locations") or (),
        work_model=answer.get("workModel"),
        description=answer.get("description"),
        requirements=answer.get("requirements"),
        ats={name: answer[name] for name in SHOWN if answer.get(name) is not None},
    )


VENDOR = ExampleAts()
