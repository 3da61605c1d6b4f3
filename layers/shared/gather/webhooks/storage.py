"""Webhook configurations in the table."""

from gather.core.errors import Conflict
from gather.table import team_sets
from gather.table.kind import Stored, team_of
from gather.table.store import Table
from gather.table.team_sets import TeamSetKind
from gather.table.unit_of_work import UnitOfWork
from gather.webhooks.models import MOST_CONFIGURATIONS, WebhookRecord

WEBHOOK = TeamSetKind(
    resource="webhook configuration",
    name="WEBHOOK",
    model=WebhookRecord,
    team_of=team_of,
    listings=lambda record: [],
)


def list_configurations(table: Table, team_id: str) -> list[WebhookRecord]:
    """List the team's webhook configurations, oldest first.

    One round trip, read consistently, so that an event right after the creation finds its subscriber.
    """
    return team_sets.read_all(table, WEBHOOK, team_id)


def save_new(unit: UnitOfWork, configuration: WebhookRecord) -> None:
    """Save a new configuration, as part of `unit`, which is refused when the team has too many."""
    team_sets.save_new(unit, WEBHOOK, configuration, MOST_CONFIGURATIONS, _too_many())


def delete(unit: UnitOfWork, stored: Stored[WebhookRecord]) -> None:
    """Delete a configuration, as part of `unit`."""
    team_sets.delete(unit, WEBHOOK, stored)


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_CONFIGURATIONS} webhook configurations. Delete one first.")
