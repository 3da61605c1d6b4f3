"""Credentials in the table: three items each, written together.

The item that authentication reads lies under the key's hash; the other two lead to it from the
credential's id and from its organization.
"""

from datetime import datetime
from typing import Any

from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys, store
from gather.table.records import Records, Transaction, absent
from gather.table.store import KeyRange, Table, Update
from gather.tenancy.credential import Credential, RevokedCredential

_EXISTS = "attribute_exists(pk)"
_OPEN = "attribute_exists(pk) AND attribute_not_exists(closedAt)"
"""A closed organization gets no new keys; teams and users are never closed."""
_NEW = "attribute_not_exists(pk)"


def create(records: Records, credential: Credential, key_hash: str) -> None:
    """Store a new credential. One round trip.

    Raises NotFound when its organization, its team or its owner does not exist.
    """
    transaction = records.transaction()
    for field, resource, named, key in _named_by(credential):
        transaction.require(key, _OPEN, absent(resource, named, field))
    add(transaction, credential, key_hash)
    transaction.commit()


def add(transaction: Transaction, credential: Credential, key_hash: str) -> None:
    """Store a new credential with the items that lead to it, as part of `transaction`."""
    main = keys.credential(key_hash)
    item = credential.model_dump(by_alias=True)
    transaction.write(store.put({**item, "pk": main.pk, "sk": main.sk, "entity": "CREDENTIAL"}, _NEW))
    for pointer in (
        keys.credential_pointer(credential.id),
        keys.organization_credential(credential.organization_id, credential.id),
    ):
        transaction.write(
            store.put(
                {"pk": pointer.pk, "sk": pointer.sk, "entity": "CREDENTIAL_POINTER", "keyHash": key_hash},
                _NEW,
            )
        )


def _named_by(credential: Credential) -> list[tuple[str, str, str, keys.Key]]:
    """The records that a credential names: request member, kind, id and key."""
    organization_id = credential.organization_id
    named = [("organizationId", "organization", organization_id, keys.organization(organization_id))]
    if credential.team_id is not None:
        named.append(("teamId", "team", credential.team_id, keys.team(organization_id, credential.team_id)))
    if credential.user_id is not None:
        named.append(("userId", "user", credential.user_id, keys.user(organization_id, credential.user_id)))
    return named


def of_organization(table: Table, organization_id: str) -> list[Credential]:
    """All credentials of an organization, newest first. Two round trips for up to a hundred.

    Raises NotFound when there is no such organization.
    """
    partition = keys.organization_credential(organization_id, "").pk
    pointers = table.query_all(KeyRange(partition), descending=True, consistent=True)
    organization = keys.organization(organization_id)
    wanted = [keys.credential(pointer["keyHash"]) for pointer in pointers]
    found = table.get_many([organization, *wanted])
    if organization not in found:
        raise NotFound("organization", organization_id, "organizationId")
    return [Credential.model_validate(found[key]) for key in wanted if key in found]


def get(table: Table, credential_id: str) -> Credential:
    """A credential by its id. Two round trips. Raises NotFound."""
    return Credential.model_validate(table.get(_key_of(table, credential_id)))


def revoke(table: Table, credential_id: str, now: datetime) -> RevokedCredential:
    """End a credential; its key fails from the next request on. Two round trips.

    Revoking again leaves the first time in place. Raises NotFound.
    """
    key = _key_of(table, credential_id)
    return RevokedCredential.model_validate(table.update(key, _revocation(now)))


def revocations(table: Table, organization_id: str, now: datetime) -> list[dict[str, Any]]:
    """The writes that end every credential of an organization. One round trip a megabyte of them."""
    partition = keys.organization_credential(organization_id, "").pk
    change = _revocation(now)
    return [
        store.update(keys.credential(pointer["keyHash"]), change)
        for pointer in table.query_all(KeyRange(partition), consistent=True)
    ]


def _revocation(now: datetime) -> Update:
    moment = {":now": timestamp(now)}
    return Update("SET revokedAt = if_not_exists(revokedAt, :now)", moment, condition=_EXISTS)


def _key_of(table: Table, credential_id: str) -> keys.Key:
    pointer = table.get(keys.credential_pointer(credential_id)) if is_id(credential_id) else None
    if pointer is None:
        raise NotFound("credential", credential_id)
    return keys.credential(pointer["keyHash"])
