"""Where a suite's requests without a key prove themselves: by user and password, or by a signature.

token = door.issue_token(client_id, client_secret)
"""

import hmac
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gather.connect.integrations.access_token import new_access_token
from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.orders.cancel import OrderCompleted, cancel_order
from gather.connect.orders.storage import reference_place
from gather.connect.vendor_protocol import AnyVendor, Configuration
from gather.connect.vendor_registry import read_configuration
from gather.core.errors import NotFound
from gather.events import order_tasks
from gather.table.conversion import Item
from gather.tenancy.api_keys.secret import hash_of
from gather.wiring import Adapters

LONGEST_USER: Final = 200


@dataclass(frozen=True, kw_only=True)
class IntegrationDoor:
    """The integrations with one vendor, for a request at `now` that nobody has let in yet."""

    adapters: Adapters
    vendor: AnyVendor
    vendor_name: str
    now: datetime

    def issue_token(self, user: str, password: str) -> str | None:
        """A new access token for who shows an integration's user and password; None for anybody else.

        One round trip.
        """
        login = self._find_login(user)
        if login is None or not hmac.compare_digest(login["passwordHash"], hash_of(password)):
            return None
        return new_access_token(user, login["passwordHash"], self.now)

    def find(self, integration_id: str) -> IntegrationRecord | None:
        """Find an active integration by its id alone; None for no such one. Two round trips."""
        login = self._find_login(f"{self.vendor_name}-{integration_id}")
        if login is None:
            return None
        stored = self.adapters.records.find(INTEGRATION, login["organizationId"], login["id"])
        return None if stored is None else stored.record

    def read_configuration(self, record: IntegrationRecord) -> Configuration:
        """Read an integration's configuration with its secrets. Raises VendorFailed, ServiceUnavailable."""
        return read_configuration(self.vendor, record, self.adapters.engines.encryption)

    def send_orders(
        self, record: IntegrationRecord, orders: Sequence[Mapping[str, object]], requested_at: datetime
    ) -> None:
        """Have orders placed, of which the suite has to be asked first. One round trip; none for no order.

        `requested_at` is when the suite asked for them. Raises ServiceUnavailable.
        """
        if not orders:
            return
        unit = self.adapters.records.unit_of_work()
        for order in orders:
            unit.send(order_tasks.place_order(record, record.id, order, requested_at, self.now))
        unit.commit()

    def cancel_orders(self, record: IntegrationRecord, references: Sequence[str]) -> None:
        """Cancel the open orders that have one of the references. Raises ServiceUnavailable, Conflict."""
        records = self.adapters.records
        found = records.table.get_many(reference_place(record.id, each).key for each in references)
        for pointer in found.values():
            with suppress(NotFound, OrderCompleted):
                cancel_order(records, record, pointer["orderId"], "", now=self.now)

    def _find_login(self, user: str) -> Item | None:
        """The credentials of an active integration. One round trip, none for a text that is no user."""
        if not 0 < len(user) <= LONGEST_USER:
            return None
        login = self.adapters.records.table.get(INTEGRATION_LOGIN.key(self.vendor_name, user))
        return None if login is None or login.get("revokedAt") else login
