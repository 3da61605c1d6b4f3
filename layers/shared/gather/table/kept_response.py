"""Where the responses are that are kept for an `Idempotency-Key` (gather.http.idempotency)."""

from gather.table.item_kind import ItemKind
from gather.table.keys import Key


def idempotency_key(credential_id: str, key: str) -> Key:
    """The first response to a POST with an `Idempotency-Key`."""
    return Key(f"IDEMPOTENCY#{credential_id}#{key}", "ANSWER")


IDEMPOTENCY = ItemKind("IDEMPOTENCY", idempotency_key)
