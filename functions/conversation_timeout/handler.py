"""The conversations schedule (interface: Conversations, rule 2).

A conversation ends half an hour after its last message, or a minute after its candidate left the page without
coming back. Which of the conversations that were due still are is decided in the transaction that ends each:
one that was written in since the index was read goes on, and of two runs at once one ends it.
"""

from gather.chat.chats.models import ChatStatus
from gather.chat.chats.storage import CHAT, CHATS_SCHEDULE
from gather.core.clock import timestamp
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun, scheduled


def _end(run: ScheduledRun, item: Item) -> bool:
    def end(unit: UnitOfWork) -> bool:
        stored = unit.get(CHAT, item["teamId"], item["id"])
        record = stored.record
        if record.times_out_at is None or record.times_out_at > timestamp(run.until):
            return False
        unit.replace(stored, record.change_status(ChatStatus.ENDED, run.now))
        return True

    return run.records.run(end)


handler = scheduled(CHATS_SCHEDULE, "ConversationsEnded", _end)
