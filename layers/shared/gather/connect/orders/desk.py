"""The desk where a suite's requests place and follow their orders, with the records of one integration.

order = desk.place(request)
results = desk.get_results(order.id)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.orders import place, service
from gather.connect.orders.cancel import cancel_order
from gather.connect.orders.models import CatalogItem, OrderResults, OrderView
from gather.core.model import RequestPart
from gather.table.records import Records


@dataclass(frozen=True, kw_only=True)
class OrderDesk:
    """The orders of `integration`, for a request at `now`. `base_url` is the beginning of their links."""

    records: Records
    integration: IntegrationRecord
    user_id: str | None
    base_url: str
    now: datetime

    def list_catalog(self) -> list[CatalogItem]:
        """List all interviews that may be ordered, newest first."""
        interviews = service.list_whole_catalog(self.records, self.integration)
        return [CatalogItem.of(interview) for interview in interviews]

    def place(self, body: RequestPart) -> OrderView:
        """Place the order of a valid body in the suite's words, or return the one that has its reference.

        Raises what `place_valid_order` raises.
        """
        order, interview = place.place_valid_order(
            self.records, self.integration, body, self.user_id, now=self.now
        )
        return order.view(interview, self.base_url)

    def get_results(self, order_id: str) -> OrderResults:
        """Get the results of an order, None before they are there. Raises NotFound."""
        return service.get_results(self.records, self.integration, order_id, self.base_url, now=self.now)

    def report(self, order_id: str, api_call: str, errors: Sequence[str]) -> None:
        """Save what the suite reports to be wrong with an order; nothing for an order that is not known."""
        service.save_report(self.records, self.integration, order_id, api_call, errors, now=self.now)

    def cancel(self, order_id: str) -> OrderView:
        """Cancel an order, which may have ended. Raises NotFound, and Conflict for a completed one."""
        return cancel_order(self.records, self.integration, order_id, self.base_url, now=self.now)
