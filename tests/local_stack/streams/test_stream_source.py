"""The table's stream invokes functions to AWS's rules."""

from tests.local_stack.running_stack import RunningStack
from tests.support.waiting import wait_until


def changes(stack: RunningStack, wanted: str) -> list[list[str]]:
    batches = [
        [record["dynamodb"]["NewImage"]["pk"]["S"] for record in entry["event"]]
        for entry in stack.journal("dispatcher")
    ]
    return [batch for batch in batches if any(wanted in key for key in batch)]


def write(stack: RunningStack, *identifiers: str, kind: str = "outbox", others: int = 0) -> None:
    """One transaction, so that the changes come in one batch; before each come so many of another kind."""
    table = stack.ready["tableName"]
    rows = [
        row
        for identifier in identifiers
        for row in (*((f"{identifier}-{number}", "other") for number in range(others)), (identifier, kind))
    ]
    items = [
        {"pk": {"S": identifier}, "sk": {"S": "thing"}, "type": {"S": kind_of_row}}
        for identifier, kind_of_row in rows
    ]
    stack.client("dynamodb").transact_write_items(
        TransactItems=[{"Put": {"TableName": table, "Item": item}} for item in items]
    )


def test_the_stream_passes_the_filter_s_records_alone(stack: RunningStack) -> None:
    write(stack, "unfiltered", kind="other")
    write(stack, "filtered")
    wait_until(lambda: changes(stack, "filtered"))
    assert changes(stack, "unfiltered") == []


def test_what_does_not_pass_the_filter_makes_no_batch_smaller(stack: RunningStack) -> None:
    write(stack, "among-1", "among-2", "among-3", others=9)
    wait_until(lambda: changes(stack, "among-3"))
    assert changes(stack, "among") == [["among-1", "among-2", "among-3"]]


def test_a_batch_has_no_more_than_the_event_source_says(stack: RunningStack) -> None:
    write(stack, *(f"many-{number:02}" for number in range(25)))
    wait_until(lambda: changes(stack, "many-24"))
    assert [len(batch) for batch in changes(stack, "many")] == [10, 10, 5]


def test_records_beside_one_that_crashes_the_function_are_handled(stack: RunningStack) -> None:
    write(stack, "beside-1", "beside-2", "beside-crash", "beside-3")
    wait_until(
        lambda: ["beside-3"] in changes(stack, "beside") or ["beside-crash"] in changes(stack, "beside")
    )
    write(stack, "after")
    wait_until(lambda: changes(stack, "after"))
    assert ["beside-1", "beside-2"] in changes(stack, "beside")
    assert ["beside-3"] in changes(stack, "beside")
    # Three retries, as the template says, after the first attempt on its own.
    assert changes(stack, "beside").count(["beside-crash"]) == 4


def test_the_stream_goes_on_from_the_first_failed_record(stack: RunningStack) -> None:
    write(stack, "row-1", "row-2 fail-item", "row-3")
    wait_until(lambda: ["row-3"] in changes(stack, "row"))
    assert changes(stack, "row")[0] == ["row-1", "row-2 fail-item", "row-3"]
    assert all("row-1" not in batch for batch in changes(stack, "row")[1:])
