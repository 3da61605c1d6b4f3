"""The schedules: each says what it stands for, and somebody is told when it stops or falls behind."""

import json

import pytest

from gather.chat.chats.storage import CHATS_SCHEDULE
from gather.messaging.digests.storage import DIGEST_SCHEDULE
from gather.rights.retention.worker import RETENTION
from gather.screening.candidate_interviews.storage import EXPIRY_SCHEDULE, REMINDERS_SCHEDULE
from gather.workers.recovery import RECOVERY
from tests.template.deployment import (
    Properties,
    events_of,
    listed,
    of_type,
    schedule_names,
    scheduled_functions,
    target,
    time_limit,
    translated,
)

every_scheduled_function = pytest.mark.parametrize("function", scheduled_functions())

DAY = 86_400
PERIODS = {
    "rate(1 minute)": 60,
    "rate(5 minutes)": 300,
    "rate(15 minutes)": 900,
}


def _alarm(metric: str, function: str) -> Properties:
    """The alarm of a metric of a function's schedule."""
    [alarm] = [
        alarm
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        if alarm.get("MetricName") == metric
        and alarm.get("Dimensions") == [{"Name": "schedule", "Value": schedule_names()[function]}]
    ]
    return alarm


def test_the_template_calls_schedules_as_their_functions_do() -> None:
    assert schedule_names() == {
        "ExpiryFunction": EXPIRY_SCHEDULE,
        "ConversationTimeoutFunction": CHATS_SCHEDULE,
        "RemindersFunction": REMINDERS_SCHEDULE,
        "DigestFunction": DIGEST_SCHEDULE,
        "RecoveryFunction": RECOVERY,
        "RetentionFunction": RETENTION,
    }
    assert set(schedule_names()) == set(scheduled_functions())


@every_scheduled_function
def test_a_schedule_tells_its_function_the_time_it_stands_for(function: str) -> None:
    [event] = events_of(function, "ScheduleV2")
    more = {"daily": True} if function in ("RetentionFunction", "DigestFunction") else {}

    assert event["ScheduleExpression"] in PERIODS
    assert json.loads(event["Input"]) == {"time": "<aws.scheduler.scheduled-time>", **more}


@every_scheduled_function
def test_a_schedule_that_stops_raises_an_alarm(function: str) -> None:
    [event] = events_of(function, "ScheduleV2")
    alarm = _alarm("ScheduleRuns", function)

    assert (alarm["Statistic"], alarm["ComparisonOperator"]) == ("Sum", "LessThanThreshold")
    assert (alarm["Threshold"], alarm["TreatMissingData"]) == (1, "breaching")
    # A run that ends as late as it may is in the next period, and raises none.
    limit = time_limit(function)
    within = alarm["Period"] * alarm["EvaluationPeriods"]
    assert within >= PERIODS[event["ScheduleExpression"]] + limit
    assert within <= 7_200


@every_scheduled_function
def test_a_schedule_that_falls_behind_raises_an_alarm(function: str) -> None:
    [event] = events_of(function, "ScheduleV2")
    alarm = _alarm("SecondsBehind", function)

    assert (alarm["Statistic"], alarm["ComparisonOperator"]) == ("Maximum", "GreaterThanOrEqualToThreshold")
    # A round of retention begins once a day; what another schedule has to do waits for its next run.
    usual = DAY if function == "RetentionFunction" else PERIODS[event["ScheduleExpression"]]
    assert 2 * usual <= alarm["Threshold"] <= 2 * DAY


@pytest.mark.parametrize("name", sorted(of_type("AWS::CloudWatch::Alarm")))
def test_cloudwatch_takes_the_time_that_an_alarm_looks_back(name: str) -> None:
    """A day at most, and a week where a period is an hour or longer (PutMetricAlarm, Period)."""
    alarm = of_type("AWS::CloudWatch::Alarm")[name]
    periods = [each["MetricStat"]["Period"] for each in alarm.get("Metrics", ()) if "MetricStat" in each] or [
        alarm["Period"]
    ]

    for period in periods:
        assert period in (10, 20, 30) or period % 60 == 0
        assert period * alarm["EvaluationPeriods"] <= (7 * DAY if period >= 3600 else DAY)


@every_scheduled_function
def test_an_invocation_that_was_not_possible_is_kept_and_raises_an_alarm(function: str) -> None:
    [event] = events_of(function, "ScheduleV2")
    schedule = translated()[f"{function}Schedule"]["Properties"]["Target"]

    assert target(schedule["DeadLetterConfig"]["Arn"]) == "ScheduleDeadLetterQueue"
    assert event["RetryPolicy"]["MaximumEventAgeInSeconds"] <= 300
    [alarm] = [
        alarm
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        if alarm.get("MetricName") == "ApproximateNumberOfMessagesVisible"
        and target(alarm["Dimensions"][0]["Value"]) == "ScheduleDeadLetterQueue"
    ]
    assert alarm["Threshold"] == 1


@every_scheduled_function
def test_a_schedule_may_invoke_its_function_and_send_to_the_encrypted_queue(function: str) -> None:
    schedule = translated()[f"{function}Schedule"]["Properties"]["Target"]
    role = of_type("AWS::IAM::Role")[target(schedule["RoleArn"])]
    [policy] = role["Policies"]
    allowed = {
        (action, target(resource))
        for statement in policy["PolicyDocument"]["Statement"]
        for action in listed(statement["Action"])
        for resource in listed(statement["Resource"])
    }

    assert {
        ("lambda:InvokeFunction", target(schedule["Arn"])),
        ("sqs:SendMessage", "ScheduleDeadLetterQueue"),
        ("kms:Decrypt", "DataKey"),
        ("kms:GenerateDataKey", "DataKey"),
    } <= allowed
    [trust] = role["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Principal"] == {"Service": "scheduler.amazonaws.com"}
