"""A vendor's data: what can be ordered, what was ordered and its results, in the vendor's own words.

Interface: Connect, rule 1.
"""

from functools import partial
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.selection import VendorDataQuery, select_integration
from gather.connect.orders import place, service
from gather.connect.orders.models import CatalogItem, Order
from gather.connect.orders.storage import ORDER
from gather.connect.pushes.completion import complete_order
from gather.connect.pushes.models import PushAttempt, PushReport
from gather.connect.vendor_registry import get_vendor
from gather.core.caller import Basic, Scope
from gather.core.model import LeftOutWhenNull, Model, NoBody, RequestModel
from gather.http import paging
from gather.http.call import KeyCall
from gather.http.routes import Api
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.kind import Stored

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
    """The interviews that may be ordered, in the vendor's own form."""
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


class Pushes(Model):
    """Data of GET /connect/{vendor}/orders/{orderId}/pushes."""

    pushes: list[PushAttempt]
    """Every request that told the suite of the order, the oldest first."""
    reports: Annotated[list[PushReport] | None, LeftOutWhenNull] = None
    """What the suite reports to be wrong with a response; absent when it has reported nothing."""


class OneResults(Model):
    """Data of GET /connect/{vendor}/results/{orderId}."""

    results: dict[str, Any]
    """The results of the order, in the vendor's own form."""


@api.get("/catalog", response=Catalog, refusals=frozenset({409}))
def list_catalog(call: KeyCall[NoBody, PageQuery]) -> Catalog:
    """List the interviews that may be ordered, newest first: the active ones of the integration's team."""
    vendor, query = get_vendor(call.path["vendor"]), call.query
    page = service.list_catalog(
        call.records,
        _integration(call),
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
    )
    paging.require_whole(page)
    return Catalog(
        catalog=[dict(vendor.catalog_item(CatalogItem.of(interview))) for interview in page.records],
        pagination=paging.total_pages(page.total, query.page, query.page_size),
    )


def _show(call: KeyCall[Any, VendorDataQuery], order: Order, interview: CandidateInterviewRecord) -> OneOrder:
    """The order with the secret of its callbacks, which only who places it is told."""
    view = order.view(interview, call.base_url).changed(callback_secret=interview.webhook_secret)
    return OneOrder(order=dict(get_vendor(call.path["vendor"]).order_response(view)))


def _show_placed_before(call: KeyCall[Any, VendorDataQuery], stored: Stored[Order]) -> OneOrder:
    order = stored.record
    interview = call.records.get(CANDIDATE_INTERVIEW, order.team_id, order.candidate_interview_id)
    return _show(call, order, interview.record)


@api.post("/orders", response=OneOrder, makes=ORDER, shows=_show_placed_before)
def place_order(call: KeyCall[VendorOrder, VendorDataQuery]) -> OneOrder:
    """Order an interview for a candidate, who is invited; the response has the link that opens it.

    The same reference is the same order: sent again it is returned again, and with another body it is a 409.
    """
    # An unknown vendor is a 404 before anything is read.
    vendor = get_vendor(call.path["vendor"])
    body = call.body.model_extra or {}
    integration, user_id = _integration(call), call.caller.user_id
    # Only a vendor whose orders do not say everything is asked.
    complete = partial(complete_order, lambda: call.adapters, vendor) if vendor.asks_about_orders else None
    order, candidate_interview = place.place_order(
        call.records, integration, body, user_id, complete, now=call.now
    )
    return _show(call, order, candidate_interview)


@api.get("/orders", response=Orders, refusals=frozenset({409}))
def list_orders(call: KeyCall[NoBody, PageQuery]) -> Orders:
    """List the integration's orders, newest first."""
    vendor, query = get_vendor(call.path["vendor"]), call.query
    views, total = service.list_orders(
        call.records,
        _integration(call),
        call.base_url,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
    )
    return Orders(
        orders=[dict(vendor.order_response(view)) for view in views],
        pagination=paging.total_pages(total, query.page, query.page_size),
    )


@api.get("/orders/{orderId}", response=OneOrder, refusals=frozenset({409}))
def get_order(call: KeyCall[NoBody, VendorDataQuery]) -> OneOrder:
    """Read an order and how far it is."""
    vendor = get_vendor(call.path["vendor"])
    view = service.get(call.records, _integration(call), call.path["orderId"], call.base_url)
    return OneOrder(order=dict(vendor.order_response(view)))


@api.get("/orders/{orderId}/pushes", response=Pushes, refusals=frozenset({409}))
def list_pushes(call: KeyCall[NoBody, VendorDataQuery]) -> Pushes:
    """List the requests that told the vendor of an order; none for a vendor that asks."""
    get_vendor(call.path["vendor"])
    pushes, reports = service.get_pushes(call.records, _integration(call), call.path["orderId"])
    return Pushes(pushes=list(pushes.attempts), reports=reports or None)


@api.get("/results/{orderId}", response=OneResults, refusals=frozenset({409}))
def get_order_results(call: KeyCall[NoBody, VendorDataQuery]) -> OneResults:
    """Read the results of an order; there are none before the candidate is done and the answers judged."""
    vendor = get_vendor(call.path["vendor"])
    results = service.get_results(
        call.records, _integration(call), call.path["orderId"], call.base_url, now=call.now
    )
    return OneResults(results=dict(vendor.results_response(results)))


def _integration(call: KeyCall[Any, Q]) -> IntegrationRecord:
    """The integration that the request is about."""
    return select_integration(call.records, call.caller, call.path["vendor"], call.query.integration_id)
