"""Cancelling an order: its candidate interview is archived, so that its link takes no answers any more."""

from datetime import datetime

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.orders.models import ENDED, OrderStatus, OrderView, order_status
from gather.connect.orders.service import get_order
from gather.core.errors import Conflict
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


class OrderCompleted(Conflict):
    """A completed order is not cancelled."""


def cancel_order(
    records: Records, integration: IntegrationRecord, order_id: str, base_url: str, *, now: datetime
) -> OrderView:
    """Cancel an order; nothing happens to one that was cancelled or has expired.

    Raises NotFound, also for another integration's order, OrderCompleted, and Conflict after several lost
    races.
    """
    order = get_order(records, integration, order_id)

    def cancel(unit: UnitOfWork) -> OrderView:
        stored = unit.get(CANDIDATE_INTERVIEW, order.team_id, order.candidate_interview_id)
        status = order_status(stored.record)
        if status is OrderStatus.COMPLETED:
            raise OrderCompleted("The interview is completed.")
        record = stored.record if status in ENDED else lifecycle.cancel(unit, stored, now)
        return order.view(record, base_url)

    return records.run(cancel)
