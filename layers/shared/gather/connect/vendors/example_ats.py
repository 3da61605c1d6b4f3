"""The ATS of the examples and of the local stack: camelCase JSON, a bearer token, jobs to assign."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from pydantic import Field

from gather.connect.orders.models import CatalogItem, OrderedCandidate, OrderResults, OrderView, WantedOrder
from gather.connect.vendor_protocol import (
    Ask,
    AtsVendor,
    Configuration,
    Failure,
    Secret,
    VendorFailed,
    WireResponse,
)
from gather.core.formats import EmailAddress, HttpUrl, PhoneNumber, RecordId, ShortText, Title
from gather.core.model import RequestPart
from gather.outgoing.endpoint import WebhookUrl
from gather.screening.candidate_interviews.requests import DeliveryTypes, ExpiryDays
from gather.workflow.jobs.ats_job import AtsJob
from gather.workflow.jobs.models import JobStatus


class ExampleConfiguration(Configuration):
    """Where the customer's ATS is, and the token that it takes."""

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
"""What the ATS calls the statuses of a job."""

SHOWN = ("id", "status", "url", "requisitionNumber", "hiringManager", "openings", "openedAt", "updatedAt")
"""What the job's `ats` has of what the ATS says."""


class ExampleAts(AtsVendor[ExampleConfiguration, ExampleOrder]):
    """The plug-in."""

    configuration = ExampleConfiguration
    order = ExampleOrder
    interview_member = "interviewId"

    def check(self, configuration: ExampleConfiguration, ask: Ask) -> None:
        """Ask for the ATS's status."""
        if _asked(ask, configuration, "status") is None:
            raise VendorFailed(Failure.INVALID_ANSWER)

    def job(self, configuration: ExampleConfiguration, external_job_id: str, ask: Ask) -> AtsJob | None:
        """Ask for a job."""
        said = _asked(ask, configuration, f"jobs/{quote(external_job_id, safe='')}")
        return None if said is None else _job(said)

    def catalog_item(self, item: CatalogItem) -> WireResponse:
        """An interview of the catalog."""
        return item.model_dump(by_alias=True)

    def wanted(self, order: ExampleOrder) -> WantedOrder:
        """The order in the service's words."""
        fields = {name: getattr(order, name) for name in type(order).model_fields if name != "candidate"}
        person = {name: getattr(order.candidate, name) for name in type(order.candidate).model_fields}
        return WantedOrder(**fields, candidate=OrderedCandidate(external_id=person.pop("id"), **person))

    def order_response(self, order: OrderView) -> WireResponse:
        """The order; what is not known is left out."""
        return order.model_dump(by_alias=True, exclude_none=True)

    def results_response(self, results: OrderResults) -> WireResponse:
        """The order's status, and the report on the candidate, null while there is none."""
        order, found = results.order, results.results
        return {
            "orderId": order.id,
            "reference": order.reference,
            "status": order.status.value,
            "completedAt": order.completed_at,
            "report": found.model_dump(by_alias=True) if found else None,
        }


def _asked(ask: Ask, configuration: ExampleConfiguration, path: str) -> Any:
    token = {"Authorization": f"Bearer {configuration.api_token}"}
    return ask(f"{configuration.base_url.rstrip('/')}/{path}", token)


def _job(said: Mapping[str, Any]) -> AtsJob:
    """A job of the ATS; a status that it invents tomorrow counts as a draft."""
    return AtsJob(
        external_id=said["id"],
        title=said["title"],
        status=STATUSES.get(said["status"], JobStatus.DRAFT),
        department=said.get("department"),
        location=said.get("locations") or (),
        work_model=said.get("workModel"),
        description=said.get("description"),
        requirements=said.get("requirements"),
        ats={name: said[name] for name in SHOWN if said.get(name) is not None},
    )


VENDOR = ExampleAts()
