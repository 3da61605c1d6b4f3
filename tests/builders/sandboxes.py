"""Keys of sandboxes, made as the administration makes them."""

from gather.core.caller import Scope
from gather.core.tenant import sandbox_of
from gather.table.store import Table
from tests.builders.service import Service, Tenant, make_key


def in_sandbox(service: Service, table: Table, tenant: Tenant, *, whole: bool = False) -> Service:
    """The service with a key of the tenant's sandbox: of its first team, or of the whole organization."""
    if whole:
        return service.using(make_key(table, tenant.organization_id, None, sandbox=True))
    admin = service.using(make_key(table, tenant.organization_id, None, scope=Scope.ADMIN))
    body = {
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "name": "Trial",
        "permissions": ["read", "write"],
        "sandbox": True,
    }
    reply = admin.post("/credentials", body)
    assert reply.status == 201, reply.body
    return service.using(reply.data["apiKey"])


def sandbox_tenant(tenant: Tenant) -> tuple[str, str]:
    """The ids of the sandbox's organization and first team, as they are stored."""
    return sandbox_of(tenant.organization_id), sandbox_of(tenant.team_id)
