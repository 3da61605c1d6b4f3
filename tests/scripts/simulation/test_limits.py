"""The simulation has the limits of AWS, for which calls wait, and the time that calls take."""

from collections.abc import Mapping
from statistics import median
from typing import Any

import pytest

from simulation.concurrency import InvocationSlots
from simulation.deployment import read_deployment
from simulation.gateway import RouteThrottle
from simulation.latencies import TABLE, Latencies
from simulation.table.memory import TableChange
from simulation.table.throughput import BURST_SECONDS, WRITE_UNITS, PartitionThroughput

INDEX = {
    "IndexName": "due",
    "KeySchema": [{"AttributeName": "duePk", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "INCLUDE"},
}


def test_functions_share_what_others_have_not_reserved() -> None:
    slots = InvocationSlots({"public": 2}, of_account=5)

    assert [slots.take("public") for _ in range(3)] == [True, True, False]
    assert [slots.take(name) for name in ("a", "b", "a", "b")] == [True, True, True, False]
    slots.give_back("a")
    assert (slots.take("b"), slots.take("public")) == (True, False)


def test_the_reserved_concurrency_is_that_of_the_template() -> None:
    deployment = read_deployment()

    assert len(deployment.reserved) == 8
    assert set(deployment.reserved.values()) == {62}
    assert (deployment.route_rate, deployment.route_burst) == (500, 1000)


def test_a_route_takes_its_burst_and_then_its_rate() -> None:
    throttle = RouteThrottle(rate=10, burst=3)

    assert [throttle.takes("GET /a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert throttle.takes("GET /b", 0.0)
    assert [throttle.takes("GET /a", 0.1) for _ in range(2)] == [True, False]


def test_half_of_all_calls_take_the_median_and_a_seed_gives_them_again() -> None:
    first, second = (Latencies(7) for _ in range(2))
    seconds = [first.seconds("GetItem a b") for _ in range(1_000)]
    second.seconds("email.send")

    assert seconds == [second.seconds("GetItem c d") for _ in range(1_000)]
    assert abs(median(seconds) - TABLE["GetItem"].median) < 0.0005
    assert len(set(seconds)) == 1_000


def item(partition: str, size: int, **attributes: str) -> Mapping[str, Any]:
    texts = {"pk": partition, "sk": "s", "text": "x" * size, **attributes}
    return {name: {"S": text} for name, text in texts.items()}


def put(throughput: PartitionThroughput, content: Mapping[str, Any]) -> float:
    throughput.see(TableChange("t", (content["pk"]["S"], "s"), None, content))
    return throughput.owed(is_transaction=True)


def test_who_writes_more_than_a_partition_takes_waits() -> None:
    throughput = PartitionThroughput({"GlobalSecondaryIndexes": [INDEX]}, lambda: 0.0)
    units = 2 * 100
    writes = int(WRITE_UNITS * BURST_SECONDS / units)

    waits = [put(throughput, item("hot", 100 * 1024 - 50)) for _ in range(writes + 1)]

    assert waits == [0.0] * writes + [pytest.approx(units / WRITE_UNITS)]
    assert put(throughput, item("cold", 100)) == 0.0


def test_writes_of_many_partitions_meet_in_that_of_an_index() -> None:
    throughput = PartitionThroughput({"GlobalSecondaryIndexes": [INDEX]}, lambda: 0.0)

    waits = [put(throughput, item(f"p{number}", 10, duePk="DUE")) for number in range(WRITE_UNITS + 10)]

    assert max(waits[:WRITE_UNITS]) < 0.0001 < max(waits[WRITE_UNITS:])
