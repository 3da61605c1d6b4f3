"""The rights of a caller: by the key's scope and permissions or the person's role, and by the organization's
features.

For example:

    authorize(caller, route.access, "POST")
    require_feature(table, caller, "jobWorkflow")
"""

from dataclasses import dataclass

from gather.core.caller import Caller, Permission, Role, SandboxUse, Scope, SignedIn
from gather.core.errors import Forbidden
from gather.table.store import Table
from gather.tenancy.organizations.storage import has_feature


@dataclass(frozen=True, slots=True)
class RouteAccess:
    """Who may use a route: keys of `scopes`, those of sandboxes as `sandbox` says, and people who have signed
    in and have at least the role `least_role`; nobody by a session where that is None."""

    scopes: frozenset[Scope]
    sandbox: SandboxUse = SandboxUse.ALLOWED
    least_role: Role | None = None


def authorize(caller: Caller, access: RouteAccess, method: str) -> None:
    """Raises Forbidden unless the caller may use a route.

    A key's scope, its permissions and its being a sandbox's decide, or a person's role (interface:
    Authentication, rule 2; Keys, rule 4; Sandbox, rules 2 and 4).
    """
    if caller.signed_in is not None:
        _authorize_person(caller.signed_in, access)
    else:
        _authorize_key(caller, access, method)


def _authorize_person(person: SignedIn, access: RouteAccess) -> None:
    if access.least_role is None or access.sandbox is SandboxUse.REQUIRED:
        raise Forbidden("This route takes keys alone.")
    if not person.role.includes(access.least_role):
        raise Forbidden(f"This needs the role {access.least_role.value}.")


def _authorize_key(caller: Caller, access: RouteAccess, method: str) -> None:
    if caller.scope not in access.scopes:
        raise Forbidden(f"A key of scope {caller.scope.value} may not use this route.")
    if access.sandbox is SandboxUse.REFUSED and caller.is_in_sandbox:
        raise Forbidden("A key of the sandbox may not use this route.")
    if access.sandbox is SandboxUse.REQUIRED and not caller.is_in_sandbox:
        raise Forbidden("Only a key of the sandbox may use this route.")
    needed = Permission.READ if method == "GET" else Permission.WRITE
    if needed not in caller.permissions:
        raise Forbidden(f"This key has no {needed.value} permission.")


def require_feature(table: Table, caller: Caller, feature: str) -> None:
    """Raises Forbidden unless the caller's organization has `feature` switched on. One round trip."""
    if not has_feature(table, caller.organization_id, feature):
        raise Forbidden(f"The organization does not have the feature {feature}.")
