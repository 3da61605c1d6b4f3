"""The address in the seeded integration, which later starts update."""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.models import IntegrationRecord
from gather.core.caller import OPERATOR
from gather.core.clock import SystemClock
from gather.core.errors import NotFound
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.store import Table
from local_stack.seeding import example_ats

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def update_ats_address(
    client: "DynamoDBClient", table: str, seeded: Mapping[str, Any], base_url: str
) -> None:
    """Points the integration at the ATS of this start, whose port may differ from that of the last one.

    Makes one round trip, and two when the address has changed. Leaves an integration alone that somebody
    deleted or pointed elsewhere.
    """
    records, where = Records(Table(client, table)), example_ats.configuration(base_url)["baseUrl"]

    def with_address(stored: Stored[IntegrationRecord]) -> IntegrationRecord:
        configuration = stored.record.configuration
        if not configuration["baseUrl"].endswith(example_ats.PATH):
            return stored.record
        return stored.record.changed(configuration={**configuration, "baseUrl": where})

    now = SystemClock().now()
    with suppress(NotFound):
        integration_storage.update(
            records, seeded["organizationId"], seeded["integrationId"], with_address, OPERATOR, now
        )
