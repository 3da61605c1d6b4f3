"""What a public chat may cost.

Nobody who chats has a key with a quota. What one conversation may hold is bounded, and so is what one
client may do in an hour, and one chatbot, whoever asks. The client is counted first: who floods a chat is
refused before the chatbot's own count is used up for everybody else.
"""

from datetime import datetime

from gather.chat import chatbot_usage_storage
from gather.table.client_usage import count_use, exceeded, hour_of
from gather.table.store import Table

LONGEST_MESSAGE = 4_000
MOST_MESSAGES = 200
"""Messages of one conversation, those of the chatbot included."""

SESSIONS_AN_HOUR = 1_000
MESSAGES_AN_HOUR = 5_000
FILES_AN_HOUR = 500

SESSIONS_OF_A_CLIENT_AN_HOUR = 100
MESSAGES_OF_A_CLIENT_AN_HOUR = 1_000
FILES_OF_A_CLIENT_AN_HOUR = 100
"""Of one client with all chatbots. A whole company or university may be one client."""

_BUSY = "This chat is very busy. Try again later."


def count_session_of_client(table: Table, client: str | None, now: datetime) -> None:
    """Count a conversation that a client asks for; `client` as in `Call`. One round trip.

    Nothing is read before: a flood costs what the refusal costs. Raises RateLimitExceeded.
    """
    if client is not None:
        count_use(table, client, "SESSIONS", SESSIONS_OF_A_CLIENT_AN_HOUR, now, _BUSY)


def count_session(table: Table, chatbot_id: str, now: datetime) -> None:
    """Count a conversation that begins with a chatbot. One round trip. Raises RateLimitExceeded."""
    _count(table, chatbot_id, "SESSIONS", SESSIONS_AN_HOUR, now)


def count_message(table: Table, chatbot_id: str, client: str | None, now: datetime) -> None:
    """Count a message that is sent; `client` as in `Call`. Two round trips. Raises RateLimitExceeded."""
    if client is not None:
        count_use(table, client, "MESSAGES", MESSAGES_OF_A_CLIENT_AN_HOUR, now, _BUSY)
    _count(table, chatbot_id, "MESSAGES", MESSAGES_AN_HOUR, now)


def count_file(table: Table, chatbot_id: str, client: str | None, now: datetime) -> None:
    """Count a file that is announced; `client` as in `Call`. Two round trips. Raises RateLimitExceeded."""
    if client is not None:
        count_use(table, client, "FILES", FILES_OF_A_CLIENT_AN_HOUR, now, _BUSY)
    _count(table, chatbot_id, "FILES", FILES_AN_HOUR, now)


def _count(table: Table, chatbot_id: str, what: str, limit: int, now: datetime) -> None:
    if not chatbot_usage_storage.count(table, chatbot_id, what, hour_of(now), limit):
        raise exceeded(limit, now, _BUSY)
