"""The conversations schedule (interface: Conversations, rule 2).

A chat ends half an hour after its last message, or a minute after its visitor left the page without coming
back. Which of the chats that were due still are is decided in the transaction that ends each: one that was
written in since the index was read goes on, and of two runs at once one ends it.
"""

from gather.chat.chats.storage import CHATS_SCHEDULE
from gather.chat.chats.timeout import end_when_due
from gather.table.conversion import Item
from gather.workers.schedule import ScheduledRun, scheduled


def _end(run: ScheduledRun, item: Item) -> bool:
    return end_when_due(run.records, item["teamId"], item["id"], until=run.until, now=run.now)


handler = scheduled(CHATS_SCHEDULE, "ConversationsEnded", _end)
