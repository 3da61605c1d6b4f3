"""The catalog, the orders of an integration and their results. Placing an order is in `place.py`.

views, total = service.list_orders(records, integration, base_url, offset=0, size=50)
results = service.get_results(records, integration, views[0].id, base_url, now=now)
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.orders.models import (
    Order,
    OrderResults,
    OrderView,
    results_are_final,
    seconds_taken,
)
from gather.connect.orders.storage import ORDER, integration_listing
from gather.connect.pushes import storage as push_storage
from gather.connect.pushes.models import OrderPushes, PushReport, new_report
from gather.content.interviews.models import InterviewDetail, InterviewStatus
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.storage import list_questions
from gather.core.clock import timestamp
from gather.core.errors import NotFound, ServiceUnavailable
from gather.core.observability import logger
from gather.screening.candidate_interviews.share_link import share_address
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.rules import build_results, summary_without_quotations
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.search import Search

CATALOG_PAGE: Final = 500
"""How many interviews are read at once where a suite gets them in one list."""


def list_catalog(
    records: Records, integration: IntegrationRecord, *, offset: int, size: int
) -> RecordPage[InterviewDetail]:
    """List a page of the active interviews of the integration's team, newest first."""
    return records.page(
        INTERVIEW,
        INTERVIEW.team_listing(integration.team_id),
        Selection.ACTIVE,
        offset=offset,
        size=size,
        search=Search(equals={"status": InterviewStatus.ACTIVE.value}),
    )


def list_whole_catalog(records: Records, integration: IntegrationRecord) -> list[InterviewDetail]:
    """List all active interviews of the integration's team, newest first.

    Raises ServiceUnavailable when there are too many to look through.
    """
    found: list[InterviewDetail] = []
    while True:
        page = list_catalog(records, integration, offset=len(found), size=CATALOG_PAGE)
        if page.is_partial:
            raise ServiceUnavailable("There are too many interviews to look through in one request.")
        found += page.records
        if not page.records or len(found) >= page.total:
            return found


def list_orders(
    records: Records, integration: IntegrationRecord, base_url: str, *, offset: int, size: int
) -> tuple[list[OrderView], int]:
    """List a page of the integration's orders, newest first. Returns them and how many there are in all.

    `base_url` is the beginning of their links. An order whose candidate is being erased is left out.
    """
    listing = integration_listing(integration.team_id, integration.id)
    page = records.page(ORDER, listing, Selection.ALL, offset=offset, size=size)
    ids = [order.candidate_interview_id for order in page.records]
    interviews = records.get_readable(CANDIDATE_INTERVIEW, integration.team_id, ids)
    views = [
        order.view(interviews[order.candidate_interview_id], base_url)
        for order in page.records
        if order.candidate_interview_id in interviews
    ]
    return views, page.total


def get(records: Records, integration: IntegrationRecord, order_id: str, base_url: str) -> OrderView:
    """Get an order with its status. Raises NotFound, also for another integration's."""
    order = get_order(records, integration, order_id)
    stored = records.get(CANDIDATE_INTERVIEW, order.team_id, order.candidate_interview_id)
    return order.view(stored.record, base_url)


def get_results(
    records: Records, integration: IntegrationRecord, order_id: str, base_url: str, *, now: datetime
) -> OrderResults:
    """Get the results of an order: None before the candidate is done and the answers are judged.

    Raises NotFound, also for another integration's order.
    """
    order = get_order(records, integration, order_id)
    whole = get_whole(records, order.team_id, order.candidate_interview_id)
    view = order.view(whole.record, base_url)
    questions = list_questions(records.table, order.team_id, whole.record.asked or ())
    addresses = recording_addresses(records.table, base_url, now)
    results = build_results(whole.record, whole.answers, whole.evaluation, questions, addresses)
    if not results_are_final(view.status, results):
        return OrderResults(order=view)
    return OrderResults(
        order=view,
        results=results,
        summary=summary_without_quotations(whole.record, whole.evaluation, results.score_card, whole.answers),
        profile_url=share_address(base_url, whole.record.share_token or order.id),
        seconds=seconds_taken(whole.record, whole.answers.values()),
    )


def save_report(
    records: Records,
    integration: IntegrationRecord,
    order_id: str,
    api_call: str,
    errors: Sequence[str],
    *,
    now: datetime,
) -> None:
    """Save what a suite reports to be wrong with a response; of no known order, it is logged alone."""
    order = records.find(ORDER, integration.team_id, order_id)
    is_known = order is not None and order.record.integration_id == integration.id
    fields = {
        "integrationId": integration.id,
        "orderId": order_id if is_known else None,
        "errors": len(errors),
    }
    logger.warning("a suite did not understand a response", extra=fields)
    if is_known:
        report = new_report(api_call, tuple(errors), timestamp(now))
        push_storage.save_report(records.table, integration.team_id, order_id, report)


def get_pushes(
    records: Records, integration: IntegrationRecord, order_id: str
) -> tuple[OrderPushes, list[PushReport]]:
    """Get what the suite of an order was told, and what it reports. Raises NotFound."""
    order = get_order(records, integration, order_id)
    return push_storage.find(records.table, order.team_id, order.id)


def get_order(records: Records, integration: IntegrationRecord, order_id: str) -> Order:
    """Get an order of an integration. Raises NotFound, also for another integration's."""
    order = records.get(ORDER, integration.team_id, order_id).record
    if order.integration_id != integration.id:
        raise NotFound(ORDER.resource, order.id)
    return order
