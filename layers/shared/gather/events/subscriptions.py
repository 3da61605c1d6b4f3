"""A team's webhook configurations: a small set, read as one and counted as one."""

from gather.domain.webhook import MOST_CONFIGURATIONS, WebhookWithSecret
from gather.errors import Conflict
from gather.table import team_sets
from gather.table.conversion import Item
from gather.table.kinds import WEBHOOK
from gather.table.records import Stored, Transaction
from gather.table.store import Table


def configurations(table: Table, team_id: str) -> list[WebhookWithSecret]:
    """The team's webhook configurations, oldest first.

    One round trip, read consistently, so that an event right after the creation finds its subscriber.
    """
    return team_sets.read_all(table, WEBHOOK, team_id)


def put_in(transaction: Transaction, configuration: WebhookWithSecret) -> None:
    """Store a new configuration, as part of `transaction`, which is refused when the team has too many."""
    team_sets.put_in(transaction, WEBHOOK, configuration, MOST_CONFIGURATIONS, _too_many)


def take_out(transaction: Transaction, stored: Stored[WebhookWithSecret]) -> None:
    """Remove a configuration, as part of `transaction`."""
    team_sets.take_out(transaction, WEBHOOK, stored)


def _too_many(_item: Item | None) -> Exception:
    return Conflict(f"A team may have {MOST_CONFIGURATIONS} webhook configurations. Delete one first.")
