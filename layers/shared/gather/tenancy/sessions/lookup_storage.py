"""Where authentication finds a session in the table: by the hash of its token alone."""

from gather.table import keys
from gather.table.item_kind import ItemKind


def session_key(token_hash: str) -> keys.Key:
    """A session, by the SHA-256 of its token: authentication reads this item and counts requests in it."""
    return keys.Key(f"SESSION#{token_hash}", keys.RECORD)


SESSION = ItemKind("SESSION", session_key)
