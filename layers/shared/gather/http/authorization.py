"""The rights of a caller: by the key's scope and permissions, and by the organization's features.

For example:

    authorize(caller, frozenset({Scope.GATHER}), "POST", SandboxUse.ALLOWED)
    require_feature(table, caller, "jobWorkflow")
"""

from gather.core.caller import Caller, Permission, SandboxUse, Scope
from gather.core.errors import Forbidden
from gather.table.store import Table
from gather.tenancy.organizations.storage import has_feature


def authorize(caller: Caller, scopes: frozenset[Scope], method: str, sandbox: SandboxUse) -> None:
    """Raises Forbidden unless the key's scope, its permissions and its being a sandbox's allow the request.

    Interface: Authentication, rule 2; Keys, rule 4; Sandbox, rules 2 and 4.
    """
    if caller.scope not in scopes:
        raise Forbidden(f"A key of scope {caller.scope.value} may not use this route.")
    if sandbox is SandboxUse.REFUSED and caller.is_in_sandbox:
        raise Forbidden("A key of the sandbox may not use this route.")
    if sandbox is SandboxUse.REQUIRED and not caller.is_in_sandbox:
        raise Forbidden("Only a key of the sandbox may use this route.")
    needed = Permission.READ if method == "GET" else Permission.WRITE
    if needed not in caller.permissions:
        raise Forbidden(f"This key has no {needed.value} permission.")


def require_feature(table: Table, caller: Caller, feature: str) -> None:
    """Raises Forbidden unless the caller's organization has `feature` switched on. One round trip."""
    if not has_feature(table, caller.organization_id, feature):
        raise Forbidden(f"The organization does not have the feature {feature}.")
