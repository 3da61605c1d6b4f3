"""Evaluations survive the faults of engines, workers and executions."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from evaluation.handler import handler
from gather.ports.failure import EngineFailed
from gather.screening.evaluations.steps import RetryableEngineFailure
from gather.table import outbox
from gather.table.outbox import LONGEST_RETRY
from gather.table.records import Records
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork
from tests.builders.failures import given_up, retry_all
from tests.builders.outbox import tasks_of
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluating import ACTIONS
from tests.doubles.evaluation_steps import (
    Deliver,
    Executions,
    Step,
    finish_talking,
    message_of,
    record_answer,
)
from tests.doubles.screening_candidate import Screening


def test_every_step_may_be_taken_twice(
    screening: Screening, table: Table, engines: ScriptedEngines, step: Step
) -> None:
    finish_talking(screening)
    for action in ACTIONS:
        step(screening, action)
        step(screening, action)
    before = screening.results()

    step(screening, "fail")

    assert screening.results() == before
    assert len(engines.the_evaluation.requests) == 1
    assert "evaluate" not in [name for name, _ in tasks_of(table)]


def test_a_retryable_fault_of_the_engine_reaches_the_state_machine_by_name(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    finish_talking(screening)
    engines.the_evaluation.failures.append(EngineFailed(retryable=True, reason="ThrottlingException"))

    with pytest.raises(RetryableEngineFailure):
        step(screening, "evaluate")

    assert step(screening, "evaluate")
    assert screening.results()["summaryStatus"] == "complete"


def test_a_lost_evaluation_keeps_the_answers_and_can_be_run_again(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "I lead the night shift.")
    screening.complete()
    step(screening, "start_transcriptions")
    step(screening, "fail")
    failed = screening.results()

    again = screening.service.post(f"/candidate-interviews/{screening.id}/evaluate")
    for action in ACTIONS:
        step(screening, action, run=2)

    assert failed["summaryStatus"] == "error"
    assert failed["responses"][0]["audioUrl"]
    assert again.status == 200
    results = screening.results()
    assert results["summaryStatus"] == "complete"
    assert results["responses"][0]["transcription"] == "I lead the night shift."


def test_a_step_of_a_replaced_run_changes_nothing(screening: Screening, step: Step) -> None:
    finish_talking(screening)
    step(screening, "fail")
    screening.service.post(f"/candidate-interviews/{screening.id}/evaluate")

    for action in (*ACTIONS, "fail"):
        assert step(screening, action, run=1)

    assert screening.results()["summaryStatus"] == "processing"


@pytest.mark.parametrize("action", ACTIONS)
def test_a_worker_that_dies_before_it_stores_leaves_the_step_to_be_taken_again(
    screening: Screening, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch, action: str, step: Step
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "I lead the night shift.")
    screening.complete()
    taken: list[str] = []

    def die(*_: object, **__: object) -> None:
        raise SystemExit

    for each in ACTIONS:
        if each == action:
            with monkeypatch.context() as patch:
                patch.setattr(UnitOfWork, "commit", die)
                patch.setattr(type(engines.the_transcription), "start", die)
                patch.setattr(Table, "update", _dying_after_lease(die))
                with pytest.raises(SystemExit):
                    step(screening, each)
        step(screening, each)
        taken.append(each)

    assert screening.results()["summaryStatus"] == "complete"


def _dying_after_lease(die: Callable[..., None]) -> Callable[..., Any]:
    """The table's update, which lets the lease be prolonged and dies at the next one."""
    real = Table.update
    calls: list[int] = []

    def update(self: Table, *arguments: Any) -> Any:
        calls.append(1)
        if len(calls) > 1:
            die()
        return real(self, *arguments)

    return update


def test_a_message_delivered_twice_starts_one_execution(
    screening: Screening, table: Table, executions: Executions, deliver: Deliver
) -> None:
    finish_talking(screening)
    message = message_of(table)

    assert deliver(message) == deliver(message) == []

    assert len(executions.started) == 1
    assert '"run": 1' in executions.started[0]["input"]


def test_a_start_that_fails_comes_back_and_starts_then(
    screening: Screening, table: Table, executions: Executions, clock: HandClock, deliver: Deliver
) -> None:
    from botocore.exceptions import ClientError

    finish_talking(screening)
    message = message_of(table)
    fault = ClientError({"Error": {"Code": "ThrottlingException", "Message": ""}}, "StartExecution")
    executions.faults.append(fault)

    assert deliver(message) == [{"itemIdentifier": "1"}]
    clock.advance(minutes=1)
    assert deliver(message) == []

    assert len(executions.started) == 1


def test_an_execution_that_is_lost_is_begun_again_under_another_name(
    screening: Screening, table: Table, executions: Executions, clock: HandClock, deliver: Deliver
) -> None:
    finish_talking(screening)
    message = message_of(table)
    deliver(message)
    clock.advance(minutes=11)

    deliver(message)

    names = [execution["name"] for execution in executions.started]
    assert len(set(names)) == 2


def test_engines_that_are_down_for_hours_only_delay_the_results(
    screening: Screening,
    table: Table,
    executions: Executions,
    engines: ScriptedEngines,
    clock: HandClock,
    deliver: Deliver,
    step: Step,
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "I lead the night shift.")
    screening.complete()
    message = message_of(table)
    began = clock.now()
    for attempt in range(1, 11):
        deliver(message)
        assert step(screening, "put_off", attempt=attempt)
        assert deliver(message) == []
        assert len(executions.started) == attempt
        clock.advance(seconds=LONGEST_RETRY.total_seconds())

    assert clock.now() - began > timedelta(hours=4)
    assert screening.results()["summaryStatus"] == "processing"
    deliver(message)
    for action in ACTIONS:
        step(screening, action)
    assert screening.results()["summaryStatus"] == "complete"
    assert [json.loads(each["input"])["attempt"] for each in executions.started] == [*range(1, 12)]


def test_an_evaluation_that_was_given_up_is_made_when_the_operator_retries_it(
    screening: Screening, records: Records, clock: HandClock, step: Step
) -> None:
    finish_talking(screening)
    step(screening, "fail")
    [failure] = given_up(records)
    assert (failure.name, failure.reason) == ("evaluate", "EngineFailed")
    assert failure.subject == {"candidateInterviewId": screening.id}

    assert retry_all(records, clock.now()) == [True]
    for action in ACTIONS:
        step(screening, action, run=2)

    assert screening.results()["summaryStatus"] == "complete"
    assert given_up(records) == []


def test_an_evaluation_that_somebody_has_run_again_leaves_the_list(
    screening: Screening, records: Records, step: Step
) -> None:
    finish_talking(screening)
    step(screening, "fail")
    step(screening, "fail")

    assert len(given_up(records)) == 1
    assert screening.service.post(f"/candidate-interviews/{screening.id}/evaluate").status == 200
    assert given_up(records) == []


def test_the_log_says_why_an_evaluation_waits(
    screening: Screening, step: Step, caplog: pytest.LogCaptureFixture
) -> None:
    finish_talking(screening)

    step(screening, "put_off", attempt=3)

    [line] = [
        vars(each) for each in caplog.records if each.message == "an evaluation waits for another attempt"
    ]
    assert (line["candidateInterviewId"], line["attempt"]) == (screening.id, 3)
    assert line["reason"] == "EngineFailed"


def test_a_put_off_that_is_repeated_or_late_changes_nothing(
    screening: Screening,
    table: Table,
    executions: Executions,
    clock: HandClock,
    deliver: Deliver,
    step: Step,
) -> None:
    finish_talking(screening)
    message = message_of(table)
    deliver(message)
    step(screening, "put_off")
    clock.advance(minutes=1)
    deliver(message)

    step(screening, "put_off", attempt=1)
    clock.advance(minutes=2)
    deliver(message)

    assert len(executions.started) == 2
    for action in ACTIONS:
        step(screening, action)
    step(screening, "put_off", attempt=2)
    assert screening.results()["summaryStatus"] == "complete"


@pytest.mark.produces("EvaluationsFailed")
def test_an_evaluation_that_is_put_off_for_the_last_time_has_failed(
    screening: Screening, step: Step, caplog: pytest.LogCaptureFixture
) -> None:
    finish_talking(screening)

    step(screening, "put_off", attempt=handler.policy.most_attempts)

    assert screening.results()["summaryStatus"] == "error"
    assert [line for line in caplog.records if hasattr(line, "EvaluationsFailed")]


@pytest.mark.produces("OperatorNeeded")
def test_what_only_the_operator_can_repair_is_kept_and_raises_an_alarm(
    screening: Screening, engines: ScriptedEngines, step: Step, caplog: pytest.LogCaptureFixture
) -> None:
    finish_talking(screening)
    denied = EngineFailed(retryable=True, for_operator=True, reason="AccessDeniedException")
    engines.the_evaluation.failures.append(denied)

    with pytest.raises(RetryableEngineFailure):
        step(screening, "evaluate")

    assert [line for line in caplog.records if hasattr(line, "OperatorNeeded")]
    assert screening.results()["summaryStatus"] == "processing"


def test_executions_that_are_lost_again_and_again_end_in_an_error(
    screening: Screening,
    records: Records,
    table: Table,
    executions: Executions,
    clock: HandClock,
    deliver: Deliver,
) -> None:
    finish_talking(screening)
    message = message_of(table)
    for _ in range(handler.policy.most_attempts + 1):
        deliver(message)
        clock.advance(minutes=11)

    assert len(executions.started) == handler.policy.most_attempts
    assert screening.results()["summaryStatus"] == "error"
    assert outbox.claim(table, message["body"][12:48], clock.now(), handler.policy.lease) is None
    assert [failure.name for failure in given_up(records)] == ["evaluate"]
