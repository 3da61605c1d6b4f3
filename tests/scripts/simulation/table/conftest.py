"""The table of the simulation, with seconds that pass when a test says so."""

import pytest

from simulation.table.memory import MemoryDynamoDb
from tests.builders.template_table import table_request
from tests.doubles.elapsed import Elapsed


@pytest.fixture
def clock() -> Elapsed:
    return Elapsed()


@pytest.fixture
def dynamodb(clock: Elapsed) -> MemoryDynamoDb:
    """A DynamoDB with an empty table, which is called simulated."""
    made = MemoryDynamoDb(clock)
    made.call("CreateTable", table_request("simulated"))
    return made
