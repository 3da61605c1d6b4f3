"""The inboxes of sandboxes in the table: a partition for each organization.

A message's id follows from the task that sends it, so that a repeated attempt replaces its message. Ids begin
with the time of their task, which is also the order of the inbox.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from gather.core.clock import epoch_seconds, from_timestamp
from gather.sandbox.inbox.models import KEPT, MOST_MESSAGES, SandboxMessage
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conditions import equal, present
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.readable import readable
from gather.table.store import KeyRange, Table, TransactionRefused, check

PAGE_SIZE = 100
"""How many messages are read at once, some 500 KB of them."""


def inbox_message_key(organization_id: str, message_id: str) -> Key:
    """A message in the inbox of an organization's sandbox."""
    return Key(f"ORGANIZATION#{organization_id}#INBOX", message_id)


INBOX_MESSAGE = ItemKind("INBOX_MESSAGE", inbox_message_key)


def save(
    table: Table,
    organization_id: str,
    team_id: str,
    message_id: str,
    message: SandboxMessage,
    candidate_id: str | None,
) -> None:
    """Save a message of a team, about a candidate if there is one. Repeated it replaces itself.

    Nothing is kept about a candidate who was erased meanwhile. One round trip.
    """
    expires_at = epoch_seconds(from_timestamp(message.sent_at) + KEPT)
    place = INBOX_MESSAGE.at(organization_id, message_id)
    about = {"teamId": team_id, "candidateId": candidate_id, "expiresAtEpoch": expires_at}
    kept = place.put(**message.model_dump(by_alias=True), **about)
    if candidate_id is None:
        table.write(kept)
        return
    with suppress(TransactionRefused):
        table.transact([kept, check(CANDIDATE.key(team_id, candidate_id), present())])


def list_newest(table: Table, organization_id: str, team_id: str | None, most: int) -> list[SandboxMessage]:
    """The newest messages of a sandbox, or of one of its teams, newest first: MOST_MESSAGES at the most.

    One round trip for each hundred messages that are looked through.
    """
    where = None if team_id is None else equal("teamId", team_id)
    items = table.query_all(
        _inbox(organization_id), descending=True, consistent=True, where=where, page_size=PAGE_SIZE
    )
    found = readable(SandboxMessage, islice(items, min(most, MOST_MESSAGES)))
    # A message that was tried again is later than its task.
    return sorted(found, key=lambda message: message.sent_at, reverse=True)


def list_about_candidate(table: Table, organization_id: str, candidate_id: str) -> Iterator[Item]:
    """The stored messages to a candidate. One round trip for each megabyte of the inbox."""
    return table.query_all(_inbox(organization_id), consistent=True, where=equal("candidateId", candidate_id))


def _inbox(organization_id: str) -> KeyRange:
    return KeyRange(INBOX_MESSAGE.key(organization_id, "").pk)
