"""The removal of a chat with a chatbot, and of everything in it."""

from collections import Counter
from datetime import datetime
from typing import Final

from gather.chat.chats.models import ChatStatus
from gather.chat.chats.storage import CHAT, CHAT_MESSAGE
from gather.chat.files.models import file_folder, upload_folder
from gather.chat.left_messages.storage import LEFT_MESSAGE, list_ids_by_chat
from gather.ports.media import Media
from gather.table import store
from gather.table.keys import Key
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.table.unit_of_work import UnitOfWork

_AT_ONCE: Final = 90
"""How many items one transaction removes, which has room for a hundred writes."""

_LEFT_AT_ONCE: Final = 15
"""How many left messages one transaction removes; each takes up to five writes."""


def delete_left_message(
    records: Records, media: Media, team_id: str, left_id: str, *, now: datetime
) -> Counter[str]:
    """Remove what a visitor left for the team with the chat it was left in, and return how many of
    each kind were removed. It may be repeated."""
    removed: Counter[str] = Counter()
    left = records.find(LEFT_MESSAGE, team_id, left_id)
    if left is not None:
        removed += delete_chat(records, media, team_id, left.record.conversation_id, now=now)
        # The chat may have gone before.
        removed["leftMessages"] += _delete_left_messages(records, team_id, [left_id])
    return removed


def delete_chat(records: Records, media: Media, team_id: str, chat_id: str, *, now: datetime) -> Counter[str]:
    """Remove a chat with its messages, its files and what was left for the team in it, and return how
    many of each kind were removed.

    It ends first: nothing is said in it any more while its parts are removed. What it is found by goes last:
    the chat, together with what was left in it. So the removal may stop anywhere and be repeated.
    """

    def end(unit: UnitOfWork) -> bool:
        stored = unit.find(CHAT, team_id, chat_id)
        if stored is not None and stored.record.status is ChatStatus.ACTIVE:
            unit.replace(stored, stored.record.change_status(ChatStatus.ENDED, now))
        return stored is not None

    def delete_rest(unit: UnitOfWork) -> Counter[str]:
        stored = unit.find(CHAT, team_id, chat_id)
        if stored is None:
            return Counter()
        unit.delete(stored)
        left = list_ids_by_chat(unit.table, team_id, chat_id)[:_LEFT_AT_ONCE]
        return Counter(chats=1, leftMessages=_delete_left_in(unit, team_id, left))

    removed: Counter[str] = Counter()
    if not records.run(end):
        return removed
    removed["chatFiles"] = _delete_files(media, chat_id)
    partition = KeyRange(CHAT.key(team_id, chat_id).pk)
    parts = [item for item in records.table.query_all(partition, consistent=True) if not CHAT.includes(item)]
    for start in range(0, len(parts), _AT_ONCE):
        records.table.transact([store.delete(Key.of(item)) for item in parts[start : start + _AT_ONCE]])
    removed["chatMessages"] = sum(CHAT_MESSAGE.includes(item) for item in parts)
    left = list_ids_by_chat(records.table, team_id, chat_id)
    for start in range(_LEFT_AT_ONCE, len(left), _LEFT_AT_ONCE):
        removed["leftMessages"] += _delete_left_messages(
            records, team_id, left[start : start + _LEFT_AT_ONCE]
        )
    removed += records.run(delete_rest)
    # One that was on its way while the chat ended.
    removed["chatFiles"] += _delete_files(media, chat_id)
    return removed


def _delete_files(media: Media, chat_id: str) -> int:
    """Remove the files of a chat for good, and those that were announced; how many had been sent."""
    media.purge(upload_folder(chat_id))
    return media.purge(file_folder(chat_id))


def _delete_left_messages(records: Records, team_id: str, left_ids: list[str]) -> int:
    return records.run(lambda unit: _delete_left_in(unit, team_id, left_ids))


def _delete_left_in(unit: UnitOfWork, team_id: str, left_ids: list[str]) -> int:
    """Remove what is there of `left_ids`, as part of `unit`; how many."""
    stored = unit.find_many(LEFT_MESSAGE, team_id, left_ids)
    for each in stored:
        unit.delete(each)
    return len(stored)
