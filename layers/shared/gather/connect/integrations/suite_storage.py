"""What is stored of an integration with a suite beside it: its access token, and the rate of its requests."""

from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.store import Write


def suite_token_key(integration_id: str) -> keys.Key:
    """The access token of an integration with a suite."""
    return keys.Key(f"SUITETOKEN#{integration_id}", keys.RECORD)


def suite_rate_key(integration_id: str) -> keys.Key:
    """The requests to a suite in the latest second."""
    return keys.Key(f"SUITERATE#{integration_id}", keys.RECORD)


SUITE_TOKEN = ItemKind("SUITE_TOKEN", suite_token_key)
SUITE_RATE = ItemKind("SUITE_RATE", suite_rate_key)


def suite_item_deletions(integration_id: str) -> list[Write]:
    """The writes that delete these items, as part of the integration's deletion."""
    return [SUITE_TOKEN.at(integration_id).delete(), SUITE_RATE.at(integration_id).delete()]
