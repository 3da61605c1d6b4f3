"""Credentials in the table: three items each, written together.

The item that authentication reads lies under the key's hash; the other two lead to it from the
credential's id and from its organization.
"""

from gather.core.caller import Actor
from gather.core.clock import from_timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.models import Credential
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.storage import organization_key


def credential_by_id_key(credential_id: str) -> keys.Key:
    """The pointer from a credential's id to its hash."""
    return keys.pointer("CREDENTIALID", credential_id)


def credential_of_organization_key(organization_id: str, credential_id: str) -> keys.Key:
    """The pointers from an organization to the hashes of its credentials; one partition lists them."""
    return keys.Key(f"ORGANIZATION#{organization_id}#CREDENTIALS", credential_id)


CREDENTIAL_BY_ID = ItemKind("CREDENTIAL_POINTER", credential_by_id_key)
CREDENTIAL_OF_ORGANIZATION = ItemKind("CREDENTIAL_POINTER", credential_of_organization_key)


def save(unit: UnitOfWork, credential: Credential, key_hash: str, actor: Actor) -> None:
    """Save a new credential with the items that lead to it and its audit entry, as part of `unit`."""
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


def list_of_organization(table: Table, organization_id: str) -> list[Credential]:
    """All credentials of an organization, newest first. Two round trips for up to a hundred.

    Raises NotFound when there is no such organization.
    """
    check_organization_id(organization_id)
    partition = CREDENTIAL_OF_ORGANIZATION.key(organization_id, "").pk
    pointers = table.query_all(KeyRange(partition), descending=True, consistent=True)
    organization = organization_key(organization_id)
    wanted = [CREDENTIAL.key(pointer["keyHash"]) for pointer in pointers]
    found = table.get_many([organization, *wanted])
    if organization not in found:
        raise NotFound("organization", organization_id, "organizationId")
    return [*readable(Credential, (found[key] for key in wanted if key in found))]


def get(table: Table, credential_id: str) -> Credential:
    """A credential by its id. Two round trips. Raises NotFound."""
    return Credential.model_validate(table.get(get_primary_key(table, credential_id)))


def get_primary_key(table: Table, credential_id: str) -> keys.Key:
    """The primary key of a credential, by its id. One round trip. Raises NotFound."""
    pointer = table.get(CREDENTIAL_BY_ID.key(credential_id)) if is_id(credential_id) else None
    if pointer is None:
        raise NotFound("credential", credential_id)
    return CREDENTIAL.key(pointer["keyHash"])


def check_organization_id(organization_id: str) -> None:
    """Check that keys can be created for an organization: a sandbox's own id is none. Raises NotFound."""
    if not is_id(organization_id):
        raise NotFound("organization", organization_id, "organizationId")
