"""What a public chat may cost.

Nobody who chats has a key with a quota. What one conversation may hold is bounded, and so is what one
chatbot may do in an hour, whoever asks.
"""

from datetime import datetime

from gather.chat import chatbot_usage_storage
from gather.chat.chatbot_usage_storage import HOUR
from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import RateLimitExceeded
from gather.table.store import Table

LONGEST_MESSAGE = 4_000
MOST_MESSAGES = 200
"""Messages of one conversation, those of the chatbot included."""

SESSIONS_AN_HOUR = 1_000
MESSAGES_AN_HOUR = 5_000


def count_session(table: Table, chatbot_id: str, now: datetime) -> None:
    """Count a conversation that begins. One round trip. Raises RateLimitExceeded."""
    _count(table, chatbot_id, "SESSIONS", SESSIONS_AN_HOUR, now)


def count_message(table: Table, chatbot_id: str, now: datetime) -> None:
    """Count a message that is sent. One round trip. Raises RateLimitExceeded."""
    _count(table, chatbot_id, "MESSAGES", MESSAGES_AN_HOUR, now)


def _count(table: Table, chatbot_id: str, what: str, limit: int, now: datetime) -> None:
    hour = now.replace(minute=0, second=0, microsecond=0)
    reset_at = hour + HOUR
    if not chatbot_usage_storage.count(table, chatbot_id, what, hour, limit):
        raise RateLimitExceeded(
            limit,
            timestamp(reset_at),
            max(1, epoch_seconds(reset_at) - epoch_seconds(now)),
            epoch_seconds(reset_at),
            "This chat is very busy. Try again later.",
        )
