"""Where the records of conversations live in the table."""

from gather.domain.conversation import ConversationRecord
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

CONVERSATIONS_SCHEDULE = "conversations"


def conversations_of(team_id: str, chatbot_id: str) -> str:
    """The partition that lists the conversations with a chatbot: the only listing they are in."""
    return keys.sublisting(team_id, "CONVERSATION", "CHATBOT", chatbot_id)


def _silent(record: ConversationRecord) -> tuple[str, str] | None:
    return (CONVERSATIONS_SCHEDULE, record.silent_at) if record.silent_at else None


CONVERSATION = Kind(
    resource="conversation",
    name="CONVERSATION",
    model=ConversationRecord,
    team_of=team_of,
    listings=lambda record: [conversations_of(record.team_id, record.chat_id)],
    due=_silent,
)
