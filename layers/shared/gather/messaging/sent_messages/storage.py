"""Messages to candidates with their outcomes, for the team and the export: a partition for each candidate.

Ids begin with the time of the task that sends the message, which is the order of the partition.
"""

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

from gather.messaging.channels.email_fate import RANKS, EmailFate, MessageTags
from gather.messaging.sent_messages.models import MessageReason, SentMessage, SentMessageStatus
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import require_candidate
from gather.table.changes import Update
from gather.table.conditions import below, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.readable import read, readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


def sent_message_key(team_id: str, candidate_id: str, task_id: str, channel: str) -> Key:
    """A message to a candidate, by the task that had it sent."""
    return Key(f"TEAM#{team_id}#CANDIDATE#{candidate_id}#MESSAGES", f"{task_id}#{channel}")


SENT_MESSAGE = ItemKind("SENT_MESSAGE", sent_message_key)


def messages_partition(team_id: str, candidate_id: str) -> str:
    """The partition with the messages to a candidate."""
    return SENT_MESSAGE.key(team_id, candidate_id, "", "").pk


def save(unit: UnitOfWork, candidate: Candidate, task_id: str, message: SentMessage) -> None:
    """Save a message, as part of `unit`; repeated it replaces itself. Its fate may be known already."""
    place = SENT_MESSAGE.at(candidate.team_id, candidate.id, task_id, message.channel.value)
    attributes = message.model_dump(by_alias=True, mode="json")
    unit.write(place.update(Update(set=place.named(**attributes))))


class _NothingToNote(Exception):
    """The candidate was erased, or as much is known of the message."""


def save_fate(records: Records, tags: MessageTags, fate: EmailFate) -> None:
    """Save the fate of an e-mail, whose task may still be at another channel. One round trip.

    Of several events the gravest counts, so that neither their order nor a repetition matters.
    """
    place = SENT_MESSAGE.at(tags.team, tags.candidate, tags.task, DeliveryType.EMAIL.value)
    rank = RANKS[fate]
    update = Update(
        set=place.named(fate=fate.value, fateRank=rank),
        condition=lacks("fateRank") | below("fateRank", rank),
    )
    unit = records.unit_of_work()
    unit.write(place.update(update), _nothing_to_note())
    require_candidate(unit, tags.team, tags.candidate, _nothing_to_note())
    with suppress(_NothingToNote):
        unit.commit()


def _nothing_to_note() -> Exception:
    return _NothingToNote()


def list_messages(table: Table, team_id: str, candidate_id: str) -> Iterable[SentMessage]:
    """The messages to a candidate, oldest first. One round trip a megabyte."""
    partition = KeyRange(messages_partition(team_id, candidate_id))
    items = filter(_is_kept, table.query_all(partition, consistent=True))
    return (_with_fate(read(SentMessage, item), item) for item in items)


def list_newest(table: Table, team_id: str, candidate_id: str, most: int) -> list[SentMessage]:
    """The newest messages to a candidate, newest first. One round trip for each hundred."""
    partition = KeyRange(messages_partition(team_id, candidate_id))
    items = table.query_all(partition, descending=True, consistent=True, page_size=most)
    kept = islice(filter(_is_kept, items), most)
    return [_with_fate(message, item) for item in kept for message in readable(SentMessage, [item])]


def _is_kept(item: Item) -> bool:
    """Whether more than its fate is known of a message: its task has ended."""
    return "type" in item


def _with_fate(message: SentMessage, item: Item) -> SentMessage:
    if "fate" not in item or message.status is not SentMessageStatus.SENT:
        return message
    fate = EmailFate(item["fate"])
    status = SentMessageStatus.COMPLAINED if fate is EmailFate.COMPLAINED else SentMessageStatus.BOUNCED
    return message.changed(status=status, reason=MessageReason(fate.value))
