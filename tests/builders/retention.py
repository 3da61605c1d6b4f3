"""What organizations keep for a time only."""

from collections.abc import Callable

from administration import tenants
from gather.table.records import Records
from gather.tenancy.organizations import storage as organization_storage
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock

Keep = Callable[..., None]
"""Has the organization of a test keep things for so many days, by their kinds."""


def set_retention(records: Records, tenant: Tenant, clock: HandClock, days: dict[str, int]) -> None:
    """What the tenant's organization keeps for how many days."""
    before = organization_storage.read(records.table, tenant.organization_id)
    tenants.change_organization(records, before, before.changed(retention=days), clock.now())
