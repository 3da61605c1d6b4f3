"""Where authentication finds an API key in the table: by its hash alone."""

from gather.table import keys
from gather.table.item_kind import ItemKind


def credential_key(key_hash: str) -> keys.Key:
    """An API key, by the SHA-256 of the key: authentication reads this item and counts requests in it."""
    return keys.Key(f"CREDENTIAL#{key_hash}", keys.RECORD)


CREDENTIAL = ItemKind("CREDENTIAL", credential_key)
