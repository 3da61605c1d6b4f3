"""The catalog, the orders of an integration and their results. Placing an order is in `place.py`.

views, total = service.list_orders(records, integration, base_url, offset=0, size=50)
results = service.get_results(records, integration, views[0].id, base_url, now=now)
"""

from datetime import datetime

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.orders.models import Order, OrderResults, OrderView, results_are_final
from gather.connect.orders.storage import ORDER, integration_listing
from gather.content.interviews.models import InterviewDetail, InterviewStatus
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.storage import list_questions
from gather.core.errors import NotFound
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.rules import build_results
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.search import Search


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
    order = _get_order(records, integration, order_id)
    stored = records.get(CANDIDATE_INTERVIEW, order.team_id, order.candidate_interview_id)
    return order.view(stored.record, base_url)


def get_results(
    records: Records, integration: IntegrationRecord, order_id: str, base_url: str, *, now: datetime
) -> OrderResults:
    """Get the results of an order: None before the candidate is done and the answers are judged.

    Raises NotFound, also for another integration's order.
    """
    order = _get_order(records, integration, order_id)
    whole = get_whole(records, order.team_id, order.candidate_interview_id)
    view = order.view(whole.record, base_url)
    questions = list_questions(records.table, order.team_id, whole.record.asked or ())
    addresses = recording_addresses(records.table, base_url, now)
    results = build_results(whole.record, whole.answers, whole.evaluation, questions, addresses)
    is_final = results_are_final(view.status, results)
    return OrderResults(order=view, results=results if is_final else None)


def _get_order(records: Records, integration: IntegrationRecord, order_id: str) -> Order:
    order = records.get(ORDER, integration.team_id, order_id).record
    if order.integration_id != integration.id:
        raise NotFound(ORDER.resource, order.id)
    return order
