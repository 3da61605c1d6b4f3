"""Where the records of orders live in the table."""

from gather.connect.order import Order
from gather.table import keys
from gather.table.ownership import team_of
from gather.table.records import Kind

ORDER = Kind(
    resource="order",
    name="ORDER",
    model=Order,
    team_of=team_of,
    listings=lambda record: [orders_of(record.team_id, record.integration_id)],
)


def orders_of(team_id: str, integration_id: str) -> str:
    """The listing of an integration's orders."""
    return keys.sublisting(team_id, "ORDER", "INTEGRATION", integration_id)
