"""The conversations schedule (interface: Conversation status).

A conversation ends half an hour after its last message, or a minute after its candidate left the page without
coming back. Which of the conversations that were due still are is decided in the transaction that ends each:
one that was written in since the index was read goes on, and of two runs at once one ends it.
"""

from gather.chat.conversation import ConversationRecord, ConversationStatus, moved
from gather.chat.conversation_storage import CONVERSATION, CONVERSATIONS_SCHEDULE
from gather.core.clock import timestamp
from gather.table.conversion import Item
from gather.table.records import Stored, Transaction
from gather.workers.schedule import Occasion, scheduled


def _end(occasion: Occasion, item: Item) -> bool:
    ended = False

    def change(stored: Stored[ConversationRecord], _transaction: Transaction) -> ConversationRecord:
        nonlocal ended
        record = stored.record
        ended = record.silent_at is not None and record.silent_at <= timestamp(occasion.until)
        return moved(record, ConversationStatus.ENDED, occasion.now) if ended else record

    occasion.records.change(CONVERSATION, item["teamId"], item["id"], change)
    return ended


handler = scheduled(CONVERSATIONS_SCHEDULE, "ConversationsEnded", _end)
