"""Schedules come due as EventBridge Scheduler has them, and can be run on demand."""

from datetime import UTC, datetime

import pytest

from local_stack.functions.scheduler import Cron, Rate, Scheduler, event_of
from local_stack.settings import StackError
from local_stack.template.resources import Schedule
from tests.local_stack.running_stack import RunningStack
from tests.support.waiting import wait_until

NOON = datetime(2026, 3, 10, 12, 0, 30, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("fields", "next_time"),
    [
        ("* * * * ? *", datetime(2026, 3, 10, 12, 1, tzinfo=UTC)),
        ("0/15 * * * ? *", datetime(2026, 3, 10, 12, 15, tzinfo=UTC)),
        ("0 3 * * ? *", datetime(2026, 3, 11, 3, 0, tzinfo=UTC)),
        ("30 8 ? * MON-FRI *", datetime(2026, 3, 11, 8, 30, tzinfo=UTC)),
        ("0 0 1 JAN,JUL ? *", datetime(2026, 7, 1, 0, 0, tzinfo=UTC)),
        ("0 12 ? * 1 2027", datetime(2027, 1, 3, 12, 0, tzinfo=UTC)),
    ],
)
def test_a_cron_expression_comes_true(fields: str, next_time: datetime) -> None:
    assert Cron(*fields.split()).after(NOON) == next_time


def test_a_rate_comes_true_after_its_period() -> None:
    assert Rate(300).after(NOON) == datetime(2026, 3, 10, 12, 5, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "expression", ["rate(5 fortnights)", "cron(61 * * * ? *)", "cron(0 0 L * ? *)", "at(noon)"]
)
def test_an_expression_that_is_not_understood_stops_the_start(expression: str) -> None:
    with pytest.raises(StackError, match="is not understood"):
        Scheduler([Schedule("name", "function", expression, None)], None, 1)  # type: ignore[arg-type]  # not reached


def test_the_scheduled_time_takes_its_place_in_the_input() -> None:
    schedule = Schedule("name", "function", "rate(1 minute)", '{"time": "<aws.scheduler.scheduled-time>"}')
    assert event_of(schedule, NOON) == b'{"time": "2026-03-10T12:00:30Z"}'


def test_a_schedule_run_on_demand_is_done_when_it_responds(stack: RunningStack) -> None:
    answer = stack.call("POST", "/_local/schedules/expiry", {"time": "2030-01-01T01:00:00+01:00"})
    assert answer.status == 200
    assert answer.json == {"time": "2030-01-01T00:00:00.000Z", "result": {"more": False}}
    events = [entry["event"] for entry in stack.journal("expiry")]
    # The sample's function says after its first run for a moment that there is more.
    assert events == [{"time": "2030-01-01T00:00:00.000Z"}] * 2


@pytest.mark.parametrize("body", [{"time": "tomorrow"}, {"time": 7}, [], b"{"])
def test_a_body_without_a_time_that_is_understood_is_refused(stack: RunningStack, body: object) -> None:
    assert stack.call("POST", "/_local/schedules/expiry", body).status == 400


def test_an_unknown_schedule_is_not_found(stack: RunningStack) -> None:
    assert stack.call("POST", "/_local/schedules/other").status == 404


def test_recovery_runs_once_at_the_start(stack: RunningStack) -> None:
    wait_until(lambda: len(stack.journal("recovery")) >= 2)
    first, second = stack.journal("recovery")[:2]
    assert first["event"] == second["event"]
