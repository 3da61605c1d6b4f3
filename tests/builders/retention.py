"""The retention periods of organizations."""

from collections.abc import Callable

from administration import tenants
from gather.table.records import Records
from gather.tenancy.organizations import storage as organization_storage
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock

Keep = Callable[..., None]
"""Sets the retention periods of the test's organization in days, by kind."""


def set_retention(records: Records, tenant: Tenant, clock: HandClock, days: dict[str, int]) -> None:
    """Set the retention periods of the tenant's organization in days, by kind."""
    before = organization_storage.get(records.table, tenant.organization_id)
    tenants.change_organization(records, before, before.changed(retention=days), clock.now())
