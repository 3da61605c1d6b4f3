"""The marks that stay of an erased candidate, and the references to the responses that were kept of one.

Of a link stays the hash of its token, so that its page says that it is gone. Of the candidate stays the id.
"""

import hashlib
from collections.abc import Iterable

from gather.core.identifiers import is_token
from gather.table import keys
from gather.table.item_kind import ItemKind, Place
from gather.table.store import KeyRange, Table, Write
from gather.table.unit_of_work import UnitOfWork


def erased_link_key(token_hash: str) -> keys.Key:
    """A link of an erased candidate, by the SHA-256 of its token."""
    return keys.pointer("ERASEDLINK", token_hash)


def erased_candidate_key(team_id: str, candidate_id: str) -> keys.Key:
    """From a candidate who is or was erased to the erasure."""
    return keys.pointer(f"TEAM#{team_id}#ERASED", candidate_id)


def response_key(team_id: str, candidate_id: str, credential_id: str, idempotency_key: str) -> keys.Key:
    """From a candidate to a response about them that is kept for an `Idempotency-Key`."""
    return keys.Key(
        f"TEAM#{team_id}#CANDIDATE#{candidate_id}#RESPONSES", f"{credential_id}#{idempotency_key}"
    )


ERASED_LINK = ItemKind("ERASED_LINK", erased_link_key)
ERASED_CANDIDATE = ItemKind("ERASED_CANDIDATE", erased_candidate_key)
RESPONSE_OF_CANDIDATE = ItemKind("RESPONSE_OF_CANDIDATE", response_key)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def erase_link(unit: UnitOfWork, pointer: Place, token: str) -> None:
    """Let the pointer of a token be gone, and its link be known as an erased one, as part of `unit`."""
    unit.write(pointer.delete())
    unit.write(ERASED_LINK.at(_hash(token)).put())


def is_erased_link(table: Table, token: str) -> bool:
    """Whether a token that opens nothing was the link of a candidate who was erased. One round trip."""
    return is_token(token) and table.get(ERASED_LINK.key(_hash(token))) is not None


def is_erased(table: Table, team_id: str, candidate_id: str) -> bool:
    """Whether a candidate was erased or is being erased. One round trip."""
    return table.get(ERASED_CANDIDATE.key(team_id, candidate_id)) is not None


def is_any_erased(table: Table, people: Iterable[tuple[str, str]]) -> bool:
    """Whether one of several candidates, each with the team, was erased or is being erased. One round trip
    for each hundred."""
    return bool(table.get_many(ERASED_CANDIDATE.key(*person) for person in people))


def reference_writes(
    people: Iterable[tuple[str, str]], credential_id: str, idempotency_key: str, expires_at_epoch: int
) -> list[Write]:
    """The writes by which a kept response is found from those whom it may show, until `expires_at_epoch`
    (seconds since 1970), which is days after the response's own."""
    return [
        RESPONSE_OF_CANDIDATE.at(*person, credential_id, idempotency_key).put(
            credentialId=credential_id, idempotencyKey=idempotency_key, expiresAtEpoch=expires_at_epoch
        )
        for person in sorted(people)
    ]


def list_saved_responses(table: Table, team_id: str, candidate_id: str) -> list[tuple[Place, str, str]]:
    """The references of a candidate, each with the key's id and the `Idempotency-Key` of its response."""
    partition = KeyRange(RESPONSE_OF_CANDIDATE.key(team_id, candidate_id, "", "").pk)
    return [
        (
            RESPONSE_OF_CANDIDATE.at(team_id, candidate_id, item["credentialId"], item["idempotencyKey"]),
            item["credentialId"],
            item["idempotencyKey"],
        )
        for item in table.query_all(partition, consistent=True)
    ]
