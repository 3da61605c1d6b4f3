"""Events of Amazon Transcribe go to the worker of evaluations, which may wake who waits, and nothing else."""

import json
from typing import Any

import pytest
from moto.events.models import EventPattern

from gather.screening.evaluations.run import TranscriptionJob
from tests.doubles.evaluation_machine import job_event
from tests.template.deployment import events_of, of_type, target, translated

INTERVIEW = "0190a0b0-c0d0-7123-8456-000000000001"
RECORDING = "0190a0b0-c0d0-7123-8456-000000000002"
JOB = TranscriptionJob(INTERVIEW, 2, RECORDING).name


def _rule() -> dict[str, Any]:
    [rule] = of_type("AWS::Events::Rule").values()
    return dict(rule)


def _is_sent(event: Any) -> bool:
    pattern = _rule()["EventPattern"]
    return EventPattern(json.dumps(pattern), pattern).matches_event(event)


@pytest.mark.parametrize(
    ("job", "status", "is_sent"),
    [
        (JOB, "COMPLETED", True),
        (JOB, "FAILED", True),
        (JOB, "IN_PROGRESS", False),
        (f"{INTERVIEW}-turn-{RECORDING}", "COMPLETED", False),
    ],
)
def test_the_end_of_a_recording_s_job_is_sent_and_that_of_a_turn_is_not(
    job: str, status: str, *, is_sent: bool
) -> None:
    assert _is_sent(job_event(job, status)) is is_sent


def test_an_event_of_another_kind_is_not_sent() -> None:
    assert not _is_sent({**job_event(JOB), "detail-type": "Language Identification State Change"})


def test_events_go_to_the_queue_of_the_worker_and_what_is_not_delivered_to_its_dead_letters() -> None:
    [event] = events_of("EvaluationFunction", "SQS")
    [sent] = _rule()["Targets"]

    assert target(event["Queue"]) == target(sent["Arn"]) == "EvaluationQueue"
    assert target(sent["DeadLetterConfig"]["Arn"]) == "EvaluationDeadLetterQueue"


def test_the_rule_alone_may_send_to_the_queue() -> None:
    """SQS takes one resource in each statement."""
    statements = of_type("AWS::SQS::QueuePolicy")["EvaluationQueuePolicy"]["PolicyDocument"]["Statement"]

    assert {target(each["Resource"]) for each in statements} == {
        "EvaluationQueue",
        "EvaluationDeadLetterQueue",
    }
    for each in statements:
        assert each["Principal"] == {"Service": "events.amazonaws.com"}
        assert target(each["Condition"]["ArnEquals"]["aws:SourceArn"]) == "TranscriptionEndRule"


def test_an_event_comes_to_no_worker_of_an_earlier_release() -> None:
    """Its worker would take the event for a task."""
    assert translated()["TranscriptionEndRule"]["DependsOn"] == "EvaluationFunctionAliaslive"
