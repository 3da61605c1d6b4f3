"""The limits of a public chat, and how visitors share it.

    count(table, chatbot_id, client, Use.MESSAGES, now)  # raises RateLimitExceeded

Nobody who chats has a key with a quota. What one chat may hold is bounded, and so is what one
client may do in an hour, and one chatbot, whoever asks. The client is counted first: who floods a chat is
refused before the chatbot's own count is used up for everybody else.

What a chatbot has in an hour is in two parts. The first uses of each client come out of a part that is kept
for them, and divided between networks: a handful of clients that use up all that the chatbot has in common
leave it to those who come new, and many clients of one network take only their network's. Everything else,
and what finds its network's part used up, comes out of what is common.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from gather.chat.chatbots import usage_storage
from gather.table.store import Table
from gather.table.visitor_usage import Visitor, count_use, hour_of, rate_limit_exceeded

LONGEST_MESSAGE = 4_000
MOST_MESSAGES = 200
"""Messages of one chat, those of the chatbot included."""

SESSIONS_AN_HOUR = 1_000
MESSAGES_AN_HOUR = 5_000
FILES_AN_HOUR = 500
"""Of one chatbot, in common."""

SESSIONS_OF_A_CLIENT_AN_HOUR = 100
MESSAGES_OF_A_CLIENT_AN_HOUR = 1_000
FILES_OF_A_CLIENT_AN_HOUR = 100
"""Of one client with all chatbots. A whole company or university may be one client."""

NETWORKS = 128
"""How many parts there are for first uses. Which one is a client's follows from its network and the hour."""

_BUSY = "This chat is very busy. Try again later."


class Use(Enum):
    """A use of a chat that is counted."""

    SESSIONS = "SESSIONS"
    MESSAGES = "MESSAGES"
    FILES = "FILES"


FIRST_USES = {Use.SESSIONS: 5, Use.MESSAGES: 25, Use.FILES: 4}
"""How many uses of a client are its first in an hour."""
FIRST_USES_OF_A_NETWORK = {Use.SESSIONS: 10, Use.MESSAGES: 50, Use.FILES: 8}
"""How many of them one part takes, of one chatbot."""


@dataclass(frozen=True, slots=True)
class CountedClient:
    """A client with how often it has done something in this hour, this time included."""

    client: Visitor
    used: int


def count_client(table: Table, client: Visitor | None, use: Use, now: datetime) -> CountedClient | None:
    """Count a use by a client; `client` as in `Call`. One round trip.

    Nothing is read before: a flood costs what the refusal costs. Raises RateLimitExceeded.
    """
    if client is None:
        return None
    most = {
        Use.SESSIONS: SESSIONS_OF_A_CLIENT_AN_HOUR,
        Use.MESSAGES: MESSAGES_OF_A_CLIENT_AN_HOUR,
        Use.FILES: FILES_OF_A_CLIENT_AN_HOUR,
    }
    used = count_use(table, client, use.value, client.share(most[use]), now, _BUSY)
    return CountedClient(client, used)


def count_chatbot(
    table: Table, chatbot_id: str, counted: CountedClient | None, use: Use, now: datetime
) -> None:
    """Count a use of a chatbot. One round trip, two where a network's part is used up.

    Raises RateLimitExceeded.
    """
    if counted is not None and counted.used <= FIRST_USES[use]:
        part = f"{use.value}#{counted.client.neighbours % NETWORKS:03}"
        most = FIRST_USES_OF_A_NETWORK[use]
        if usage_storage.count(table, chatbot_id, part, hour_of(now), most):
            return
    in_common = {
        Use.SESSIONS: SESSIONS_AN_HOUR,
        Use.MESSAGES: MESSAGES_AN_HOUR,
        Use.FILES: FILES_AN_HOUR,
    }
    if not usage_storage.count(table, chatbot_id, use.value, hour_of(now), in_common[use]):
        raise rate_limit_exceeded(in_common[use], now, _BUSY)


def count(table: Table, chatbot_id: str, client: Visitor | None, use: Use, now: datetime) -> None:
    """Count a use by a client and of a chatbot. Two round trips. Raises RateLimitExceeded."""
    count_chatbot(table, chatbot_id, count_client(table, client, use, now), use, now)
