"""The messages that were sent to a candidate, for their export: a partition for each candidate."""

from collections.abc import Iterable
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.model import Model
from gather.screening.candidate import Candidate
from gather.screening.candidate_interview import DeliveryType
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


class SentMessage(Model):
    """A message that an engine accepted; of an SMS the subject is null."""

    channel: DeliveryType
    type: str
    to: str
    subject: str | None
    body: str
    sent_at: str


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


def sent(
    channel: DeliveryType, kind: str, to: str, subject: str | None, body: str, now: datetime
) -> SentMessage:
    """A message that was sent now."""
    return SentMessage(channel=channel, type=kind, to=to, subject=subject, body=body, sent_at=timestamp(now))
