"""A vendor's data: what can be ordered, what was ordered and its results, in the vendor's own words.

Interface: Connect, rule 1.
"""

import json
from typing import Any, TypeVar

from pydantic import ConfigDict, ValidationError

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.selection import VendorDataQuery, integration_of
from gather.connect.orders.models import (
    CatalogItem,
    Order,
    OrderResults,
    WantedOrder,
    fingerprint,
    results_are_final,
    view_of,
)
from gather.connect.orders.place import Placement
from gather.connect.orders.storage import ORDER, orders_of
from gather.connect.vendor_protocol import AnyVendor
from gather.connect.vendor_registry import find_vendor
from gather.content.interviews.models import InterviewStatus
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.storage import list_questions
from gather.core.caller import Basic, Scope, TeamScope
from gather.core.errors import NotFound, ValidationFailed
from gather.core.model import Model, NoBody, RequestModel
from gather.core.validation_faults import faults_of
from gather.http import paging
from gather.http.call import KeyCall
from gather.http.routes import Api
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.rules import results_of
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.search import Search

Q = TypeVar("Q", bound=VendorDataQuery)

api = Api(
    "connect-orders",
    prefix="/connect/{vendor}",
    scopes=frozenset({Scope.INTEGRATIONS}),
    basic=Basic.INTEGRATION,
)
handler = api.handler


class PageQuery(VendorDataQuery):
    """Query of the lists."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50


class VendorOrder(RequestModel):
    """Body of POST /connect/{vendor}/orders: what the vendor's own order has."""

    model_config = ConfigDict(extra="allow")


class Catalog(Model):
    """Data of GET /connect/{vendor}/catalog."""

    catalog: list[dict[str, Any]]
    """What the vendor can order, in the vendor's own form."""
    pagination: paging.TotalPages


class Orders(Model):
    """Data of GET /connect/{vendor}/orders."""

    orders: list[dict[str, Any]]
    """The orders, in the vendor's own form."""
    pagination: paging.TotalPages


class OneOrder(Model):
    """Data of the routes of one order."""

    order: dict[str, Any]
    """The order, in the vendor's own form."""


class OneResults(Model):
    """Data of GET /connect/{vendor}/results/{orderId}."""

    results: dict[str, Any]
    """The results of the order, in the vendor's own form."""


@api.get("/catalog", response=Catalog, refusals=frozenset({409}))
def list_catalog(call: KeyCall[NoBody, PageQuery]) -> Catalog:
    """List the interviews that may be ordered, newest first: the active ones of the integration's team."""
    vendor, query = find_vendor(call.path["vendor"]), call.query
    team_id = _integration(call).team_id
    page = call.records.page(
        INTERVIEW,
        INTERVIEW.team_listing(team_id),
        Selection.ACTIVE,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=Search(equals={"status": InterviewStatus.ACTIVE.value}),
    )
    paging.require_whole(page)
    return Catalog(
        catalog=[dict(vendor.catalog_item(CatalogItem.of(interview))) for interview in page.records],
        pagination=paging.total_pages(page.total, query.page, query.page_size),
    )


def _placed(
    call: KeyCall[Any, VendorDataQuery], order: Order, interview: CandidateInterviewRecord
) -> OneOrder:
    """The order with the secret of its callbacks, which only who places it is told."""
    view = view_of(order, interview, call.base_url).changed(callback_secret=interview.webhook_secret)
    return OneOrder(order=dict(find_vendor(call.path["vendor"]).order_response(view)))


def _placed_before(call: KeyCall[Any, VendorDataQuery], stored: Stored[Order]) -> OneOrder:
    order = stored.record
    interview = call.records.get(CANDIDATE_INTERVIEW, order.team_id, order.candidate_interview_id)
    return _placed(call, order, interview.record)


@api.post("/orders", response=OneOrder, makes=ORDER, shows=_placed_before)
def place_order(call: KeyCall[VendorOrder, VendorDataQuery]) -> OneOrder:
    """Order an interview for a candidate, who is invited; the response has the link that opens it.

    The same reference is the same order: sent again it is returned again, and with another body it is a 409.
    """
    vendor = find_vendor(call.path["vendor"])
    integration = _integration(call)
    body = call.body.model_extra or {}
    order, candidate_interview = Placement(
        vendor=call.path["vendor"],
        integration_id=integration.id,
        interview_member=vendor.interview_member,
        scope=TeamScope(integration.organization_id, integration.team_id, call.caller.user_id),
        wanted=_wanted(vendor, body),
        fingerprint=fingerprint(body),
        now=call.now,
    ).place(call.records)
    return _placed(call, order, candidate_interview)


def _wanted(vendor: AnyVendor, body: dict[str, Any]) -> WantedOrder:
    """What a body in the vendor's words asks for. Raises ValidationFailed with all that is wrong with it."""
    try:
        order = vendor.order.model_validate_json(json.dumps(body), by_alias=True, by_name=False)
        return vendor.wanted(order)
    except ValidationError as error:
        raise ValidationFailed(faults_of(error)) from None


@api.get("/orders", response=Orders, refusals=frozenset({409}))
def list_orders(call: KeyCall[NoBody, PageQuery]) -> Orders:
    """List the integration's orders, newest first."""
    vendor, query = find_vendor(call.path["vendor"]), call.query
    integration = _integration(call)
    page = call.records.page(
        ORDER,
        orders_of(integration.team_id, integration.id),
        Selection.ALL,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
    )
    wanted = [order.candidate_interview_id for order in page.records]
    interviews = call.records.get_readable(CANDIDATE_INTERVIEW, integration.team_id, wanted)
    return Orders(
        orders=[
            dict(
                vendor.order_response(view_of(order, interviews[order.candidate_interview_id], call.base_url))
            )
            for order in page.records
            # An order whose candidate is being erased is about to be gone.
            if order.candidate_interview_id in interviews
        ],
        pagination=paging.total_pages(page.total, query.page, query.page_size),
    )


@api.get("/orders/{orderId}", response=OneOrder, refusals=frozenset({409}))
def get_order(call: KeyCall[NoBody, VendorDataQuery]) -> OneOrder:
    """Read an order and how far it is."""
    vendor = find_vendor(call.path["vendor"])
    order = _order(call, _integration(call))
    stored = call.records.get(CANDIDATE_INTERVIEW, order.team_id, order.candidate_interview_id)
    return OneOrder(order=dict(vendor.order_response(view_of(order, stored.record, call.base_url))))


@api.get("/results/{orderId}", response=OneResults, refusals=frozenset({409}))
def get_order_results(call: KeyCall[NoBody, VendorDataQuery]) -> OneResults:
    """Read the results of an order; there are none before the candidate is done and the answers judged."""
    vendor = find_vendor(call.path["vendor"])
    order = _order(call, _integration(call))
    whole = get_whole(call.records, order.team_id, order.candidate_interview_id)
    view = view_of(order, whole.record, call.base_url)
    questions = list_questions(call.records.table, order.team_id, whole.record.asked or ())
    addresses = recording_addresses(call.records.table, call.base_url, call.now)
    results = results_of(whole.record, whole.answers, whole.evaluation, questions, addresses)
    final = results_are_final(view.status, results)
    shown = vendor.results_response(OrderResults(order=view, results=results if final else None))
    return OneResults(results=dict(shown))


def _order(call: KeyCall[NoBody, VendorDataQuery], integration: IntegrationRecord) -> Order:
    """The order of the path. Raises NotFound, also for another integration's."""
    order = call.records.get(ORDER, integration.team_id, call.path["orderId"]).record
    if order.integration_id != integration.id:
        raise NotFound(ORDER.resource, order.id)
    return order


def _integration(call: KeyCall[Any, Q]) -> IntegrationRecord:
    """The integration that the request is about."""
    return integration_of(call.records, call.caller, call.path["vendor"], call.query.integration_id)
