"""The integration that the seed made, on later starts."""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gather.connect import integration_storage
from gather.connect.integration import IntegrationRecord
from gather.core.caller import OPERATOR
from gather.core.clock import SystemClock
from gather.core.errors import NotFound
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.store import Table
from local_stack.seeding import example_ats

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def follow_address(client: "DynamoDBClient", table: str, seeded: Mapping[str, Any], base_url: str) -> None:
    """Point it at the ATS of this start, whose port need not be that of the last one.

    One round trip, two when the address is another. One that somebody removed or
    pointed elsewhere is left alone.
    """
    records, where = Records(Table(client, table)), example_ats.configuration(base_url)["baseUrl"]

    def pointed(stored: Stored[IntegrationRecord]) -> IntegrationRecord:
        told = stored.record.configuration
        if not told["baseUrl"].endswith(example_ats.PATH):
            return stored.record
        return stored.record.changed(configuration={**told, "baseUrl": where})

    with suppress(NotFound):
        integration_storage.change(
            records, seeded["organizationId"], seeded["integrationId"], pointed, OPERATOR, SystemClock().now()
        )
