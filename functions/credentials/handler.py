"""API keys and the audit log, for the internal administration tool.

Interface: Keys, rules 1 to 6; Data rights and audit, rules 1 to 3. A key of scope `admin` works for its own
organization alone. So does an administrator who has signed in, to whom only keys of scope `gather` matter.
"""

from gather.core.caller import Caller, Role, Scope
from gather.core.errors import Forbidden, ValidationFailed
from gather.core.formats import RecordId
from gather.core.model import Model, NoBody, NoQuery, QueryModel
from gather.core.time_range import EndDate, StartDate
from gather.http import paging
from gather.http.call import KeyCall
from gather.http.cursors import cursor_of
from gather.http.routes import Api
from gather.tenancy.api_keys import service
from gather.tenancy.api_keys.models import (
    CreateCredential,
    CreatedCredential,
    CredentialListQuery,
    ListedCredential,
    RevokedCredential,
)
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditEntry
from gather.tenancy.organizations.rules import check_own_organization

api = Api(
    "credentials",
    scopes=frozenset({Scope.ADMIN}),
    readers=Role.ADMINISTRATOR,
    writers=Role.ADMINISTRATOR,
)
handler = api.handler


class AuditLogQuery(QueryModel):
    """Query of GET /audit-log."""

    organization_id: RecordId
    """The organization whose log is read."""
    since: StartDate | None = None
    """The earliest `at`, inclusive."""
    until: EndDate | None = None
    """The latest `at`, inclusive."""
    limit: paging.PageSize = 50
    """How many entries are listed at most."""
    cursor: str | None = None
    """The `nextCursor` of the page before; empty or left out to begin."""

    def filters(self) -> dict[str, str]:
        """The members of the query that narrow the list, without those that were not sent."""
        named = {"since": self.since, "until": self.until}
        return {name: value for name, value in named.items() if value is not None}


class AuditLog(Model):
    """Data of GET /audit-log."""

    entries: list[AuditEntry]
    """The entries, newest first."""
    next_cursor: str | None
    """Where the list goes on; null at the end."""


@api.post("/credentials", response=CreatedCredential)
def create_credential(call: KeyCall[CreateCredential, NoQuery]) -> CreatedCredential:
    """Make an API key for a team, or for the organization's sandbox. The response shows the key, this one
    time."""
    if call.caller.signed_in is None:
        return service.create(call.records, call.organization_id, call.body, call.actor, now=call.now)
    if call.body.scope is not Scope.GATHER:
        raise Forbidden("The console makes keys of scope gather alone.")
    request = call.body.changed(user_id=call.caller.user_id)
    return service.create(call.records, call.organization_id, request, call.actor, now=call.now)


@api.get("/credentials", response=list[ListedCredential])
def list_credentials(call: KeyCall[NoBody, CredentialListQuery]) -> list[ListedCredential]:
    """List an organization's credentials that are not revoked, newest first."""
    check_own_organization(call.query.organization_id, call.organization_id)
    return service.list_not_revoked(call.records, call.organization_id, _scopes_of(call.caller))


@api.delete("/credentials/{credentialId}", response=RevokedCredential)
def revoke_credential(call: KeyCall[NoBody, NoQuery]) -> RevokedCredential:
    """Revoke a credential: requests with its key fail from now on."""
    credential_id = call.path["credentialId"]
    return service.revoke(
        call.records, call.organization_id, credential_id, call.actor, _scopes_of(call.caller), now=call.now
    )


@api.get("/audit-log", response=AuditLog)
def list_audit_log(call: KeyCall[NoBody, AuditLogQuery]) -> AuditLog:
    """List the changes of an organization in the last year that the audit log has, newest first."""
    query = call.query
    if query.since and query.until and query.until < query.since:
        raise ValidationFailed.of("until", "must not be before since")
    check_own_organization(query.organization_id, call.organization_id)
    cursor = cursor_of(f"audit log of {query.organization_id}", query.filters(), query.cursor)
    page = audit_storage.list_entries(
        call.records.table,
        query.organization_id,
        since=cursor.parameters.get("since"),
        until=cursor.parameters.get("until"),
        after=cursor.after,
        limit=query.limit,
        now=call.now,
    )
    return AuditLog(entries=page.entries, next_cursor=None if page.last is None else cursor.at(page.last))


def _scopes_of(caller: Caller) -> frozenset[Scope]:
    """The scopes of the keys that the caller is concerned with."""
    return frozenset(Scope) if caller.signed_in is None else frozenset({Scope.GATHER})
