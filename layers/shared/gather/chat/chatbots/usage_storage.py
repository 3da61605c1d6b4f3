"""How often each chatbot was used for something in an hour, counted in the table."""

from datetime import datetime, timedelta

from gather.core.clock import epoch_seconds, timestamp
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import below, lacks
from gather.table.item_kind import ItemKind
from gather.table.store import ConditionFailed, Table

HOUR = timedelta(hours=1)


def chatbot_usage_key(chatbot_id: str, what: str, hour: str) -> keys.Key:
    """How often a chatbot was used for something in an hour."""
    return keys.Key(f"CHATBOTID#{chatbot_id}#USAGE", f"{what}#{hour}")


CHATBOT_USAGE = ItemKind(None, chatbot_usage_key)


def count(table: Table, chatbot_id: str, what: str, hour: datetime, limit: int) -> bool:
    """Count one more use in the `hour` that begins then; False when it had `limit` already. One round trip.

    The count is gone an hour after the hour.
    """
    change = Update(
        set={"expiresAtEpoch": epoch_seconds(hour + 2 * HOUR)},
        add={"used": 1},
        condition=lacks("used") | below("used", limit),
    )
    try:
        table.update(CHATBOT_USAGE.key(chatbot_id, what, timestamp(hour)), change)
    except ConditionFailed:
        return False
    return True
