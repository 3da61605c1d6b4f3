"""What became of the messages to a candidate, for the team and the export: a partition for each candidate.

Ids begin with the time of the task that sends the message, which is the order of the partition.
"""

from collections.abc import Iterable
from itertools import islice

from gather.screening.candidate import Candidate
from gather.screening.sent_message import SentMessage
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


def sent_message_key(team_id: str, candidate_id: str, task_id: str, channel: str) -> Key:
    """A message to a candidate, by the task that had it sent."""
    return Key(f"TEAM#{team_id}#CANDIDATE#{candidate_id}#MESSAGES", f"{task_id}#{channel}")


SENT_MESSAGE = ItemKind("SENT_MESSAGE", sent_message_key)


def messages_partition(team_id: str, candidate_id: str) -> str:
    """The partition with the messages to a candidate."""
    return SENT_MESSAGE.key(team_id, candidate_id, "", "").pk


def keep(unit: UnitOfWork, candidate: Candidate, task_id: str, message: SentMessage) -> None:
    """Keep a message, as part of `unit`; repeated it replaces itself."""
    place = SENT_MESSAGE.at(candidate.team_id, candidate.id, task_id, message.channel.value)
    unit.write(place.put(**message.model_dump(by_alias=True, mode="json")))


def messages_of(table: Table, team_id: str, candidate_id: str) -> Iterable[SentMessage]:
    """The messages to a candidate, oldest first. One round trip a megabyte."""
    partition = KeyRange(messages_partition(team_id, candidate_id))
    return (SentMessage.model_validate(item) for item in table.query_all(partition, consistent=True))


def newest(table: Table, team_id: str, candidate_id: str, most: int) -> list[SentMessage]:
    """The newest messages to a candidate, newest first. One round trip for each hundred."""
    partition = KeyRange(messages_partition(team_id, candidate_id))
    items = table.query_all(partition, descending=True, consistent=True, page_size=most)
    return [SentMessage.model_validate(item) for item in islice(items, most)]
