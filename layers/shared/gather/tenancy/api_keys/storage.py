"""Credentials in the table: three items each, written together.

The item that authentication reads lies under the key's hash; the other two lead to it from the
credential's id and from its organization.
"""

from datetime import datetime

from gather.core.caller import Actor
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys, store
from gather.table.changes import Update
from gather.table.conditions import lacks, present
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.models import Credential, RevokedCredential
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.storage import OPEN, organization_key, team_key, user_key


def credential_by_id_key(credential_id: str) -> keys.Key:
    """From a credential's id to its hash."""
    return keys.pointer("CREDENTIALID", credential_id)


def credential_of_organization_key(organization_id: str, credential_id: str) -> keys.Key:
    """From an organization to the hashes of its credentials; one partition lists them."""
    return keys.Key(f"ORGANIZATION#{organization_id}#CREDENTIALS", credential_id)


REVOKED_AT_ONCE = 45
"""How many keys end in one transaction, which has room for a hundred writes, with an entry of the audit log
for each."""

CREDENTIAL_BY_ID = ItemKind("CREDENTIAL_POINTER", credential_by_id_key)
CREDENTIAL_OF_ORGANIZATION = ItemKind("CREDENTIAL_POINTER", credential_of_organization_key)


def create(records: Records, credential: Credential, key_hash: str, actor: Actor) -> None:
    """Store a new credential, which `actor` makes. One round trip.

    Raises NotFound when its organization, its team or its owner does not exist.
    """
    _check_organization_id(credential.organization_id)
    unit = records.unit_of_work()
    for field, resource, named, key in _named_by(credential):
        unit.require(key, OPEN, NotFound(resource, named, field))
    save(unit, credential, key_hash, actor)
    unit.commit()


def save(unit: UnitOfWork, credential: Credential, key_hash: str, actor: Actor) -> None:
    """Store a new credential with the items that lead to it, and note it, as part of `unit`."""
    unit.write(CREDENTIAL.at(key_hash).new(**credential.model_dump(by_alias=True)))
    unit.write(CREDENTIAL_BY_ID.at(credential.id).new(keyHash=key_hash))
    of_organization = CREDENTIAL_OF_ORGANIZATION.at(credential.organization_id, credential.id)
    unit.write(of_organization.new(keyHash=key_hash))
    audit_storage.save(
        unit,
        credential.organization_id,
        actor,
        AuditAction.CREDENTIAL_CREATED,
        credential.id,
        from_timestamp(credential.created_at),
    )


def _named_by(credential: Credential) -> list[tuple[str, str, str, keys.Key]]:
    """The records that a credential names: request member, kind, id and key."""
    organization_id = credential.organization_id
    named = [("organizationId", "organization", organization_id, organization_key(organization_id))]
    if credential.team_id is not None:
        named.append(("teamId", "team", credential.team_id, team_key(organization_id, credential.team_id)))
    if credential.user_id is not None:
        named.append(("userId", "user", credential.user_id, user_key(organization_id, credential.user_id)))
    return named


def of_organization(table: Table, organization_id: str) -> list[Credential]:
    """All credentials of an organization, newest first. Two round trips for up to a hundred.

    Raises NotFound when there is no such organization.
    """
    _check_organization_id(organization_id)
    partition = CREDENTIAL_OF_ORGANIZATION.key(organization_id, "").pk
    pointers = table.query_all(KeyRange(partition), descending=True, consistent=True)
    organization = organization_key(organization_id)
    wanted = [CREDENTIAL.key(pointer["keyHash"]) for pointer in pointers]
    found = table.get_many([organization, *wanted])
    if organization not in found:
        raise NotFound("organization", organization_id, "organizationId")
    return [*readable(Credential, (found[key] for key in wanted if key in found))]


def _check_organization_id(organization_id: str) -> None:
    """Raises NotFound for what is no id, such as a sandbox's own, for which nobody makes keys."""
    if not is_id(organization_id):
        raise NotFound("organization", organization_id, "organizationId")


def get(table: Table, credential_id: str) -> Credential:
    """A credential by its id. Two round trips. Raises NotFound."""
    return Credential.model_validate(table.get(_key_of(table, credential_id)))


def revoke(
    records: Records, credential_id: str, organization_id: str, actor: Actor, now: datetime
) -> RevokedCredential:
    """End a credential of an organization; its key fails from the next request on. Three round trips.

    Revoking again leaves the first time in place. Raises NotFound, for another organization's too.
    """

    def work(unit: UnitOfWork) -> RevokedCredential:
        key = _key_of(unit.table, credential_id)
        credential = Credential.model_validate(unit.table.get(key))
        if credential.organization_id != organization_id:
            raise NotFound("credential", credential_id)
        if credential.revoked_at is not None:
            return RevokedCredential(id=credential.id, revoked_at=credential.revoked_at)
        _end(unit, credential, key, actor, now)
        return RevokedCredential(id=credential_id, revoked_at=timestamp(now))

    return records.run(work)


def revoke_all(records: Records, organization_id: str, actor: Actor, now: datetime) -> None:
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
    """End a living credential and note it, as part of `unit`."""
    condition = present() & lacks("revokedAt")
    unit.write(store.update(key, Update(set={"revokedAt": timestamp(now)}, condition=condition)))
    organization_id = credential.organization_id
    audit_storage.save(unit, organization_id, actor, AuditAction.CREDENTIAL_REVOKED, credential.id, now)


def _key_of(table: Table, credential_id: str) -> keys.Key:
    pointer = table.get(CREDENTIAL_BY_ID.key(credential_id)) if is_id(credential_id) else None
    if pointer is None:
        raise NotFound("credential", credential_id)
    return CREDENTIAL.key(pointer["keyHash"])
