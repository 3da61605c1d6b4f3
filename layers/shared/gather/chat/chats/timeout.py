"""The end of chats that nobody writes in any more (interface: Conversations, rule 2).

end_when_due(records, team_id, chat_id, until=until, now=now)  # False when it goes on
"""

from datetime import datetime

from gather.chat.chats.models import ChatStatus
from gather.chat.chats.storage import CHAT
from gather.core.clock import timestamp
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def end_when_due(records: Records, team_id: str, chat_id: str, *, until: datetime, now: datetime) -> bool:
    """End a chat whose time is over by `until`. Returns False when it goes on, or has ended already.

    The transaction that ends the chat decides on the chat as it is then. Two round trips. Raises NotFound.
    """

    def end(unit: UnitOfWork) -> bool:
        stored = unit.get(CHAT, team_id, chat_id)
        chat = stored.record
        if chat.times_out_at is None or chat.times_out_at > timestamp(until):
            return False
        unit.replace(stored, chat.change_status(ChatStatus.ENDED, now))
        return True

    return records.run(end)
