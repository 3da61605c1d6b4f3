"""The Basic credentials of integrations in the table: authentication reads and counts on them as on keys."""

from gather.table import keys
from gather.table.item_kind import ItemKind


def integration_login_key(vendor: str, user: str) -> keys.Key:
    """The key of an integration's Basic credentials, by their user."""
    return keys.Key(f"INTEGRATIONUSER#{vendor}#{user}", keys.RECORD)


INTEGRATION_LOGIN = ItemKind("INTEGRATION_LOGIN", integration_login_key)
