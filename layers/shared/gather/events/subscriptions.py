"""A team's webhook configurations: a small set, read as one and counted as one."""

from gather.domain.webhook import MOST_CONFIGURATIONS, WebhookWithSecret
from gather.errors import Conflict
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.kinds import WEBHOOK
from gather.table.records import Stored, Transaction
from gather.table.store import KeyRange, Table, Update


def configurations(table: Table, team_id: str) -> list[WebhookWithSecret]:
    """The team's webhook configurations, oldest first.

    One round trip, read consistently, so that an event right after the creation finds its subscriber.
    """
    of_team = KeyRange(WEBHOOK.key(team_id, "").pk)
    return [WEBHOOK.model.model_validate(item) for item in table.query_all(of_team, consistent=True)]


def put_in(transaction: Transaction, configuration: WebhookWithSecret) -> None:
    """Store a new configuration, as part of `transaction`, which is refused when the team has too many."""
    transaction.create(WEBHOOK, configuration)
    change = Update(
        "ADD configurations :one",
        {":one": 1, ":most": MOST_CONFIGURATIONS},
        condition="attribute_not_exists(configurations) OR configurations < :most",
    )
    transaction.write(store.update(_size(configuration.team_id), change), _too_many)


def take_out(transaction: Transaction, stored: Stored[WebhookWithSecret]) -> None:
    """Remove a configuration, as part of `transaction`."""
    transaction.remove(stored)
    change = Update("ADD configurations :gone", {":gone": -1})
    transaction.write(store.update(_size(stored.record.team_id), change))


def _size(team_id: str) -> keys.Key:
    return keys.team_set_size(team_id, WEBHOOK.name)


def _too_many(_item: Item | None) -> Exception:
    return Conflict(f"A team may have {MOST_CONFIGURATIONS} webhook configurations. Delete one first.")
