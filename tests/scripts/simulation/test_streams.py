"""The stream of the simulation: in order within a shard, again after a failure, given up in the end."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from simulation.streams import StreamMapping, StreamRecord, TableStream, event_of
from simulation.table.memory import TableChange

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ITEM = {"pk": {"S": "a"}}


def change(partition: str, *, is_new: bool = True) -> TableChange:
    return TableChange("table", (partition, "item"), None if is_new else ITEM, ITEM)


def stream_of(*partitions: str, shards: int = 1) -> TableStream:
    stream = TableStream(shards)
    for partition in partitions:
        stream.add(change(partition))
    return stream


def partitions_of(batch: Sequence[StreamRecord]) -> list[str]:
    return [record.change.key[0] for record in batch]


def test_the_changes_of_an_item_are_in_one_shard_in_their_order() -> None:
    stream = TableStream(4)
    for number in range(40):
        stream.add(change(f"item {number % 8}", is_new=number < 8))

    shard_of: dict[str, int] = {}
    for at, shard in enumerate(stream.shards):
        assert [record.number for record in shard] == sorted(record.number for record in shard)
        for record in shard:
            assert shard_of.setdefault(record.change.key[0], at) == at
    assert len(set(shard_of.values())) > 1


def test_a_mapping_goes_on_behind_what_was_handled() -> None:
    mapping = StreamMapping(stream_of(*"abc"), batch_size=2)

    first = mapping.next_batch(0, NOW)
    mapping.settle(0, first, len(first), NOW)

    assert (partitions_of(first), partitions_of(mapping.next_batch(0, NOW))) == (["a", "b"], ["c"])


def test_a_batch_comes_again_until_it_is_settled() -> None:
    mapping = StreamMapping(stream_of(*"ab"))

    assert mapping.next_batch(0, NOW) == mapping.next_batch(0, NOW)


def test_what_the_filter_keeps_back_is_not_waited_for() -> None:
    stream = TableStream(1, matches=lambda record: record.change.key[0] != "x")
    shards = [stream.add(change(partition)) for partition in "axbx"]
    mapping = StreamMapping(stream)

    batch = mapping.next_batch(0, NOW)
    assert shards == [0, None, 0, None]
    assert partitions_of(batch) == ["a", "b"]
    mapping.settle(0, batch, 2, NOW)

    assert (mapping.next_batch(0, NOW), mapping.next_moment(0, NOW)) == ([], None)


def test_a_part_that_was_handled_is_not_repeated() -> None:
    mapping = StreamMapping(stream_of(*"abc"))

    mapping.settle(0, mapping.next_batch(0, NOW), 1, NOW)

    assert partitions_of(mapping.next_batch(0, NOW)) == ["b", "c"]


def test_a_failure_is_tried_again_after_growing_pauses_and_given_up() -> None:
    mapping = StreamMapping(stream_of(*"ab"), batch_size=1, most_retries=3)
    now, pauses = NOW, []
    while not mapping.given_up:
        mapping.settle(0, mapping.next_batch(0, now), 0, now)
        moment = mapping.next_moment(0, now)
        assert moment is not None
        if not mapping.given_up:
            assert mapping.next_batch(0, now) == []
            pauses.append((moment - now).total_seconds())
        now = moment

    assert pauses == [1, 2, 4]
    assert partitions_of(mapping.given_up) == ["a"]
    assert partitions_of(mapping.next_batch(0, now)) == ["b"]


def test_halves_find_the_one_that_fails() -> None:
    """All others are handled, and it alone is given up."""
    mapping = StreamMapping(stream_of(*"abcdef"), bisects=True, most_retries=0)
    handled: list[str] = []
    now = NOW
    while batch := mapping.next_batch(0, now):
        names = partitions_of(batch)
        if "d" in names:
            mapping.settle(0, batch, 0, now)
        else:
            handled += names
            mapping.settle(0, batch, len(batch), now)
        now += timedelta(seconds=60)

    assert handled == list("abcef")
    assert partitions_of(mapping.given_up) == ["d"]


def test_a_function_is_told_the_keys_and_what_happened() -> None:
    stream = stream_of("a")
    stream.add(change("a", is_new=False))
    stream.add(TableChange("table", ("a", "item"), ITEM, None))

    records = event_of(stream.shards[0], "arn:stream")["Records"]

    assert [record["eventName"] for record in records] == ["INSERT", "MODIFY", "REMOVE"]
    assert records[0]["dynamodb"]["Keys"] == {"pk": {"S": "a"}, "sk": {"S": "item"}}
    assert [record["dynamodb"]["SequenceNumber"] for record in records] == ["1", "2", "3"]


def test_a_function_is_told_that_the_table_itself_has_removed_an_item() -> None:
    stream = TableStream(1)
    stream.add(TableChange("table", ("a", "item"), ITEM, None, is_expiry=True))
    stream.add(TableChange("table", ("a", "item"), ITEM, None))

    of_table, of_function = event_of(stream.shards[0], "arn:stream")["Records"]

    assert of_table["eventName"] == "REMOVE"
    assert of_table["userIdentity"] == {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
    assert "userIdentity" not in of_function
