"""The items with the responses that are kept for an `Idempotency-Key` (gather.http.idempotency)."""

from gather.table.changes import Update
from gather.table.conditions import present
from gather.table.item_kind import ItemKind
from gather.table.keys import Key


def idempotency_key(credential_id: str, key: str) -> Key:
    """The first response to a POST with an `Idempotency-Key`."""
    return Key(f"IDEMPOTENCY#{credential_id}#{key}", "ANSWER")


IDEMPOTENCY = ItemKind("IDEMPOTENCY", idempotency_key)


def without_response() -> Update:
    """The change that removes a kept response, because it is about somebody who was erased. The claim stays,
    so that the request is not carried out again. Refused where there is no claim."""
    return Update(set={"carriedOut": True}, remove=["response"], condition=present())
