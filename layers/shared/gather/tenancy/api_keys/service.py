"""The use cases of API keys.

created = service.create(records, organization_id, request, actor, now=now)
service.revoke(records, organization_id, created.id, actor, now=now)
"""

from collections.abc import Collection
from datetime import datetime

from gather.core.caller import Actor, Scope
from gather.core.clock import timestamp
from gather.core.errors import Forbidden, NotFound
from gather.table import keys, store
from gather.table.changes import Update
from gather.table.conditions import lacks, present
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.api_keys import storage as api_key_storage
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.models import (
    CreateCredential,
    CreatedCredential,
    Credential,
    ListedCredential,
    RevokedCredential,
    check_expiry,
    new_credential,
)
from gather.tenancy.api_keys.secret import hash_of, new_key
from gather.tenancy.api_keys.storage import CREDENTIAL_OF_ORGANIZATION
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.rules import check_own_organization
from gather.tenancy.organizations.storage import OPEN, organization_key, team_key, user_key

REVOKED_AT_ONCE = 45
"""How many keys end in one transaction, which has room for a hundred writes, with an entry of the audit log
for each."""


def create(
    records: Records, organization_id: str, request: CreateCredential, actor: Actor, *, now: datetime
) -> CreatedCredential:
    """Create the API key that the request asks for. As `create_key`.

    Raises ValidationFailed for a key that has expired already, and NotFound for another organization.
    """
    check_expiry(request.expires_at, now)
    check_own_organization(request.organization_id, organization_id)
    credential = new_credential(
        organization_id,
        request.team_id,
        request.name,
        request.permissions,
        now,
        scope=request.scope,
        user_id=request.user_id,
        expires_at=request.expires_at,
        sandbox=request.sandbox,
    )
    return CreatedCredential.of(credential, create_key(records, credential, actor))


def list_not_revoked(
    records: Records, organization_id: str, scopes: Collection[Scope]
) -> list[ListedCredential]:
    """List the credentials of an organization with one of `scopes` that are not revoked, newest first.

    Two round trips for up to a hundred. Raises NotFound when there is no such organization.
    """
    found = api_key_storage.list_of_organization(records.table, organization_id)
    return [
        credential for credential in found if credential.revoked_at is None and credential.scope in scopes
    ]


def create_key(records: Records, credential: Credential, actor: Actor) -> str:
    """Create an API key with its credential, for `actor`, and return the key. One round trip.

    Raises NotFound when its organization, its team or its owner does not exist.
    """
    api_key_storage.check_organization_id(credential.organization_id)
    unit = records.unit_of_work()
    for field, resource, named, place in _named_by(credential):
        unit.require(place, OPEN, NotFound(resource, named, field))
    key = new_key(sandbox=credential.sandbox)
    api_key_storage.save(unit, credential, hash_of(key), actor)
    unit.commit()
    return key


def _named_by(credential: Credential) -> list[tuple[str, str, str, keys.Key]]:
    """The records that a credential names: request member, kind, id and key."""
    organization_id = credential.organization_id
    named = [("organizationId", "organization", organization_id, organization_key(organization_id))]
    if credential.team_id is not None:
        named.append(("teamId", "team", credential.team_id, team_key(organization_id, credential.team_id)))
    if credential.user_id is not None:
        named.append(("userId", "user", credential.user_id, user_key(organization_id, credential.user_id)))
    return named


def revoke(
    records: Records,
    organization_id: str,
    credential_id: str,
    actor: Actor,
    scopes: Collection[Scope] = frozenset(Scope),
    *,
    now: datetime,
) -> RevokedCredential:
    """End a credential of an organization; its key fails from the next request on. Three round trips.

    Revoking again leaves the first time in place. Raises NotFound, for another organization's too, and
    Forbidden for a key with none of `scopes`.
    """

    def revoke_credential(unit: UnitOfWork) -> RevokedCredential:
        key = api_key_storage.get_primary_key(unit.table, credential_id)
        credential = Credential.model_validate(unit.table.get(key))
        if credential.organization_id != organization_id:
            raise NotFound("credential", credential_id)
        if credential.scope not in scopes:
            raise Forbidden(f"A key of scope {credential.scope.value} is not revoked in the console.")
        if credential.revoked_at is not None:
            return RevokedCredential(id=credential.id, revoked_at=credential.revoked_at)
        _end(unit, credential, key, actor, now)
        return RevokedCredential(id=credential_id, revoked_at=timestamp(now))

    return records.run(revoke_credential)


def revoke_all(records: Records, organization_id: str, actor: Actor, *, now: datetime) -> None:
    """End every credential of an organization that has not ended. Three round trips for up to forty-five."""
    while records.run(lambda unit: _revoke_some(unit, organization_id, actor, now)):
        pass


def _revoke_some(unit: UnitOfWork, organization_id: str, actor: Actor, now: datetime) -> bool:
    """End as many credentials as one transaction takes; whether there are more."""
    partition = CREDENTIAL_OF_ORGANIZATION.key(organization_id, "").pk
    pointers = unit.table.query_all(KeyRange(partition), consistent=True)
    found = unit.table.get_many([CREDENTIAL.key(pointer["keyHash"]) for pointer in pointers])
    living = [(key, item) for key, item in found.items() if item.get("revokedAt") is None]
    for key, item in living[:REVOKED_AT_ONCE]:
        _end(unit, Credential.model_validate(item), key, actor, now)
    return len(living) > REVOKED_AT_ONCE


def _end(unit: UnitOfWork, credential: Credential, key: keys.Key, actor: Actor, now: datetime) -> None:
    """End a living credential and save its audit entry, as part of `unit`."""
    condition = present() & lacks("revokedAt")
    unit.write(store.update(key, Update(set={"revokedAt": timestamp(now)}, condition=condition)))
    organization_id = credential.organization_id
    audit_storage.save(unit, organization_id, actor, AuditAction.CREDENTIAL_REVOKED, credential.id, now)
