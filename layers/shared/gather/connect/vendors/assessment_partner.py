"""Recruiting suites that list tests, send one and ask for its status, in snake_case JSON.

The format is the one that recruiting suites publish for their assessment partners
(https://developers.greenhouse.io/assessment.html): a suite orders and asks, and has no jobs to assign.
"""

import base64
from typing import Annotated

from pydantic import StringConstraints

from gather.connect.orders.models import (
    CatalogItem,
    OrderedCandidate,
    OrderRequest,
    OrderResults,
    OrderStatus,
    OrderView,
)
from gather.connect.vendor_protocol import (
    Configuration,
    Failure,
    GetJson,
    Secret,
    Vendor,
    VendorFailed,
    WireModel,
    WireResponse,
)
from gather.core.formats import EmailAddress, HttpUrl, RecordId, Text, Title
from gather.outgoing.endpoint import WebhookUrl


class PartnerConfiguration(Configuration):
    """The suite's status address, and the key that it takes as a Basic user."""

    status_url: WebhookUrl
    api_key: Secret


class PartnerCandidate(WireModel):
    """The person who is tested."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    phone_number: Text | None = None
    resume_url: HttpUrl | None = None
    profile_url: HttpUrl | None = None


class PartnerOrder(WireModel):
    """A test to send; `url` is the suite's own address of it, and the same one is the same test."""

    partner_test_id: RecordId
    candidate: PartnerCandidate
    url: Annotated[HttpUrl, StringConstraints(max_length=500)] | None = None


class AssessmentPartner(Vendor[PartnerConfiguration, PartnerOrder]):
    """The plug-in of the recruiting suites."""

    configuration = PartnerConfiguration
    order = PartnerOrder
    interview_member = "partner_test_id"

    def check(self, configuration: PartnerConfiguration, get_json: GetJson) -> None:
        """Get the suite's status address."""
        user = base64.b64encode(f"{configuration.api_key}:".encode()).decode()
        if get_json(configuration.status_url, {"Authorization": f"Basic {user}"}) is None:
            raise VendorFailed(Failure.INVALID_ANSWER)

    def catalog_item(self, item: CatalogItem) -> WireResponse:
        """Write a test of the list."""
        return {"partner_test_id": item.id, "partner_test_name": item.title}

    def read_order(self, order: PartnerOrder) -> OrderRequest:
        """Read a test that a suite orders. Its telephone numbers are of any form, so that none is called."""
        person = order.candidate
        return OrderRequest(
            interview_id=order.partner_test_id,
            reference=order.url,
            candidate=OrderedCandidate(
                first_name=person.first_name,
                last_name=person.last_name,
                email=person.email,
                external_id=person.profile_url,
                resume_url=person.resume_url,
            ),
        )

    def order_response(self, order: OrderView) -> WireResponse:
        """Write the test that was sent."""
        return {
            "partner_interview_id": order.id,
            "partner_interview_url": order.link,
            "partner_status": _status(order.status),
        }

    def results_response(self, results: OrderResults) -> WireResponse:
        """Write the status of a test; score and profile are there once it is complete."""
        order, found = results.order, results.results
        if found is None:
            status = "processing" if order.status is OrderStatus.COMPLETED else _status(order.status)
            return {"partner_status": status}
        return {
            "partner_status": "complete",
            "partner_profile_url": found.share_link,
            "partner_score": found.score,
            "metadata": {"Completed At": order.completed_at, "Summary": found.summary},
        }


def _status(status: OrderStatus) -> str:
    return "complete" if status is OrderStatus.COMPLETED else status.value


VENDOR = AssessmentPartner()
