"""Keys of sandboxes, made as the administration makes them."""

from gather.core.caller import Scope
from gather.core.tenant import sandbox_of
from gather.table.store import Table
from tests.builders.service import Service, Tenant, make_key
from tests.support.records import post_credential


def in_sandbox(service: Service, table: Table, tenant: Tenant, *, whole: bool = False) -> Service:
    """The service with a key of the tenant's sandbox: of its first team, or of the whole organization."""
    if whole:
        return service.using(make_key(table, tenant.organization_id, None, sandbox=True))
    admin = service.using(make_key(table, tenant.organization_id, None, scope=Scope.ADMIN))
    return service.using(post_credential(admin, tenant, sandbox=True)["apiKey"])


def sandbox_tenant(tenant: Tenant) -> tuple[str, str]:
    """The ids of the sandbox's organization and first team, as they are stored."""
    return sandbox_of(tenant.organization_id), sandbox_of(tenant.team_id)
