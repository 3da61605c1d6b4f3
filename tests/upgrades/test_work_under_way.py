"""This release completes the work of an earlier one that is in a queue or in an execution.

A message has the body that its release gave it. An execution keeps its first definition for weeks, while its
tasks meet the code of later releases. The entries here are of the past and do not change: a release is added.
"""

import json
from typing import Any

import pytest

from enrollments.task import handler as enrollment_task
from evaluation.task import handler as evaluation_task
from gather.core.identifiers import new_id
from gather.deliveries.attempt import AttemptMessage
from gather.deliveries.fan_out import FanOutMessage
from gather.events.task import TaskName
from gather.wiring import Adapters
from tests.doubles.lambda_context import Context
from tests.template.deployment import FUNCTIONS

RELEASE_1_0_0 = {
    "send_invite",
    "send_reminder",
    "send_completion",
    "send_rejection",
    "speak_question",
    "evaluate",
    "refresh_personas",
    "create_dashboard_account",
    "send_meeting_invite",
    "send_meeting_answer",
    "send_left_message_notice",
    "start_enrollment",
    "check_enrollment",
    "advance_enrollment",
    "ask_meeting_anew",
    "stop_enrollments",
    "send_receiver_notice",
    "send_webhook_notice",
    "erase_candidate",
    "export_candidate",
    "remove_export",
    "erase_late_writes",
    "remove_late_uploads",
    "wake_enrollment",
    "send_deliveries",
    "redeliver",
    "play_candidate",
    "preview_scorecard",
    "apply_preview",
}
"""The names of its tasks, in the outbox and in queues."""

OF_AN_ENROLLMENT = {"teamId": new_id(), "enrollmentId": new_id(), "run": 1}
OF_AN_EVALUATION = {"teamId": new_id(), "candidateInterviewId": new_id(), "run": 1}
OF_AN_ENDING = {**OF_AN_EVALUATION, "attempt": 2, "error": "EngineFailed"}

PAYLOADS: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (
        enrollment_task,
        {**OF_AN_ENROLLMENT, "action": "next", "waitedUntil": None},
        {"action": "end", "until": None},
    ),
    (enrollment_task, {**OF_AN_ENROLLMENT, "action": "await", "token": "token"}, {}),
    (evaluation_task, {**OF_AN_EVALUATION, "action": "start_transcriptions"}, {"done": True}),
    (evaluation_task, {**OF_AN_EVALUATION, "action": "check_transcriptions"}, {"done": True}),
    (evaluation_task, {**OF_AN_EVALUATION, "action": "evaluate"}, {"done": True}),
    (evaluation_task, {**OF_AN_ENDING, "action": "put_off"}, {"done": True}),
    (evaluation_task, {**OF_AN_ENDING, "action": "fail"}, {"done": True}),
    # Since executions wait for what Transcribe announces.
    (
        evaluation_task,
        {**OF_AN_EVALUATION, "action": "await_transcriptions", "awaitSeconds": 180, "token": "token"},
        {"done": True},
    ),
    (
        evaluation_task,
        {**OF_AN_EVALUATION, "action": "check_transcriptions", "last": {"done": False, "waitSeconds": 5}},
        {"done": True},
    ),
    # Since an execution waits for an engine that asks to be asked later.
    (evaluation_task, {**OF_AN_EVALUATION, "action": "evaluate", "waited": 0}, {"done": True}),
]
"""The requests of executions to their functions, those of release 1.0.0 first, with the results when the work
is gone."""


def test_every_task_of_an_earlier_release_is_known() -> None:
    """A known task has a queue and a worker. mypy ensures that, because they match on the names."""
    assert {name.value for name in TaskName} >= RELEASE_1_0_0


@pytest.mark.parametrize(
    ("handler", "payload", "answer"), PAYLOADS, ids=[f"{payload['action']}" for _, payload, _ in PAYLOADS]
)
def test_what_an_execution_of_an_earlier_release_asks_for_is_understood(
    adapters: Adapters, handler: Any, payload: dict[str, Any], answer: dict[str, Any]
) -> None:
    """The definition of the execution reads these members of the result."""
    returned = handler.run(payload, Context(), adapters)

    assert {name: returned[name] for name in answer} == answer


def test_a_message_of_an_earlier_release_is_understood() -> None:
    attempt = AttemptMessage.of({"teamId": "team", "deliveryId": "delivery", "attempt": 2})
    turn = FanOutMessage.of({"teamId": "team", "eventId": "event", "after": ""})

    assert attempt == AttemptMessage("team", "delivery", 2)
    assert turn == FanOutMessage("team", "event", "")


@pytest.mark.parametrize("machine", ["enrollments/assets/enrollment", "evaluation/assets/evaluation"])
def test_what_executions_ask_for_today_stands_here_too(machine: str) -> None:
    """The release after this one is then tested against it."""
    states = json.loads((FUNCTIONS / f"{machine}.asl.json").read_text())["States"].values()
    asked = [state["Parameters"]["Payload"] for state in states if "Payload" in state.get("Parameters", {})]
    recorded = {payload["action"]: set(payload) for _, payload, _ in PAYLOADS}

    assert asked
    for payload in asked:
        members = {name.removesuffix(".$") for name in payload}
        assert members == recorded[payload["action"]], payload["action"]
