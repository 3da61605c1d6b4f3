"""The table, the bucket, the queues and the schedules, and the alarms that watch them."""

import ast
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gather.core.media_address import media_key
from gather.core.observability import NAMESPACE
from gather.deliveries.storage import DELIVERIES_SCHEDULE
from gather.table import keys
from gather.workers.task_runner import TaskWorker
from local_stack.pages.routes import SCHEDULED_PACKAGES
from openapi.gateway import function_by_route
from tests.doubles.engines import InMemoryMedia
from tests.template.deployment import (
    FUNCTIONS,
    REPOSITORY,
    declared,
    declared_functions,
    events_of,
    gateway,
    invoked,
    metrics_of,
    of_type,
    schedule_names,
    target,
    time_limit,
    translated,
)

FOURTEEN_DAYS = 14 * 24 * 60 * 60

# Which kind of resource a metric's dimension names, and by what.
DIMENSIONS = {
    ("AWS/ApiGateway", "ApiId"): ("AWS::ApiGatewayV2::Api", "Ref"),
    # The name of the table in use.
    ("AWS/DynamoDB", "TableName"): ("AWS::SSM::Parameter", "Fn::GetAtt"),
    ("AWS/Lambda", "FunctionName"): ("AWS::Lambda::Function", "Ref"),
    ("AWS/SQS", "QueueName"): ("AWS::SQS::Queue", "Fn::GetAtt"),
    ("AWS/States", "StateMachineArn"): ("AWS::StepFunctions::StateMachine", "Ref"),
}

AWS_METRICS = Path(__file__).parent / "aws_metrics.json"
# The metrics that AWS publishes with their dimensions, as AWS lists them. CloudWatch identifies a metric by
# exactly these.
PUBLISHED: dict[tuple[str, str], set[frozenset[str]]] = {
    (namespace, name): {frozenset(dimensions) for dimensions in sets}
    for namespace, metrics in json.loads(AWS_METRICS.read_text())["metrics"].items()
    for name, sets in metrics.items()
}

SEARCH = re.compile(r"SEARCH\('\{(\w+),([\w,]+)\} MetricName=\"(\w+)\"', 'Sum', 300\)")

QUEUE_WORKERS = [name for name in declared_functions() if events_of(name, "SQS")]
every_queue_worker = pytest.mark.parametrize("function", QUEUE_WORKERS)


def _entry(function: str) -> object:
    module, _, name = str(declared_functions()[function]["Handler"]).rpartition(".")
    return getattr(import_module(module), name)


TASK_WORKERS = {
    name: entry
    for name in declared_functions()
    if events_of(name, "SQS") and isinstance(entry := _entry(name), TaskWorker)
}


def _table() -> dict[str, Any]:
    return of_type("AWS::DynamoDB::Table")["Table"]


def _keys(schema: list[dict[str, str]]) -> list[str]:
    return [key["AttributeName"] for key in sorted(schema, key=lambda key: key["KeyType"])]


def _dead_letter_queue(queue: str) -> str:
    return target(of_type("AWS::SQS::Queue")[queue]["RedrivePolicy"]["deadLetterTargetArn"])


def test_the_table_has_the_keys_and_indexes_of_the_data_model() -> None:
    indexes = {index["IndexName"]: index for index in _table()["GlobalSecondaryIndexes"]}

    assert _keys(_table()["KeySchema"]) == ["pk", "sk"]
    assert {name: _keys(index["KeySchema"]) for name, index in indexes.items()} == {
        name: [f"{name}Pk", f"{name}Sk"]
        for name in ("listing1", "listing2", "listing3", "search", "filter", "due", "review")
    }
    assert set(indexes["search"]["Projection"]["NonKeyAttributes"]) == {
        "searchText",
        "status",
        "archivedAt",
        "externalId",
        "interviewType",
        "type",
        "department",
        "location",
        "eventType",
        "webhookConfigurationId",
        "candidateInterviewId",
        "candidateId",
        "interviewId",
    }
    assert set(indexes["filter"]["Projection"]["NonKeyAttributes"]) == {"status"}
    assert set(indexes["due"]["Projection"]["NonKeyAttributes"]) == {"entity", "teamId", "id"}


def test_the_table_outlives_the_stack_and_can_be_set_back() -> None:
    assert translated()["Table"]["DeletionPolicy"] == "RetainExceptOnCreate"
    assert translated()["Table"]["UpdateReplacePolicy"] == "Retain"
    assert _table()["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"]
    assert _table()["BillingMode"] == "PAY_PER_REQUEST"
    assert _table()["TimeToLiveSpecification"] == {"AttributeName": "expiresAtEpoch", "Enabled": True}


def test_the_dispatcher_gets_new_events_and_tasks_and_loses_none() -> None:
    [event] = events_of("DispatcherFunction", "DynamoDB")
    [pattern] = [json.loads(filter["Pattern"]) for filter in event["FilterCriteria"]["Filters"]]

    assert pattern == {
        "eventName": ["INSERT"],
        "dynamodb": {"Keys": {"sk": {"S": [keys.outbox("any").sk]}}},
    }
    assert event["StartingPosition"] == "TRIM_HORIZON"
    assert event["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert event["BisectBatchOnFunctionError"]
    assert 0 < event["MaximumRetryAttempts"] < 100
    assert target(event["DestinationConfig"]["OnFailure"]["Destination"]) == "DispatcherDeadLetterQueue"


def test_the_stream_keeps_nothing_of_a_person() -> None:
    assert _table()["StreamSpecification"]["StreamViewType"] == "KEYS_ONLY"


def test_recordings_are_private_and_move_only_over_tls() -> None:
    bucket = of_type("AWS::S3::Bucket")["MediaBucket"]
    [statement] = of_type("AWS::S3::BucketPolicy")["MediaBucketPolicy"]["PolicyDocument"]["Statement"]

    assert all(bucket["PublicAccessBlockConfiguration"].values())
    assert len(bucket["PublicAccessBlockConfiguration"]) == 4
    assert bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert statement["Effect"] == "Deny"
    assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    assert translated()["MediaBucket"]["DeletionPolicy"] == "RetainExceptOnCreate"


def test_nobody_may_ask_without_bound_for_what_takes_no_key() -> None:
    [stage] = of_type("AWS::ApiGatewayV2::Stage").values()

    settings = stage["DefaultRouteSettings"]
    assert 0 < settings["ThrottlingRateLimit"] <= settings["ThrottlingBurstLimit"] <= 1000


def test_a_candidate_s_page_may_put_recordings_and_what_is_left_half_done_goes() -> None:
    bucket = of_type("AWS::S3::Bucket")["MediaBucket"]

    [rule] = bucket["CorsConfiguration"]["CorsRules"]
    sent = InMemoryMedia().presigned_upload(media_key("token"), "audio/webm", 1, 60).headers
    assert rule["AllowedMethods"] == ["PUT", "GET"]
    assert rule["AllowedHeaders"] == [name.lower() for name in sent]
    assert bucket["LifecycleConfiguration"]["Rules"][0]["AbortIncompleteMultipartUpload"]


@every_queue_worker
def test_a_message_stays_hidden_while_its_worker_may_still_be_at_it(function: str) -> None:
    [event] = events_of(function, "SQS")

    assert of_type("AWS::SQS::Queue")[target(event["Queue"])]["VisibilityTimeout"] >= 6 * time_limit(function)


@pytest.mark.parametrize("function", TASK_WORKERS)
def test_a_claim_outlives_its_worker(function: str) -> None:
    assert TASK_WORKERS[function].policy.lease.total_seconds() > time_limit(function)


@pytest.mark.parametrize(
    ("function", "most_together"),
    [("DeliveriesFunction", 1), ("FanOutFunction", 8), ("NotificationsFunction", 1), ("SpeechFunction", 1)],
)
def test_a_receiver_an_engine_or_a_busy_team_delays_no_other(function: str, most_together: int) -> None:
    [event] = events_of(function, "SQS")

    assert event["BatchSize"] == most_together
    most = event["ScalingConfig"]["MaximumConcurrency"]
    # Where a parameter says how many, its least value.
    assert (declared()["Parameters"][most["Ref"]]["MinValue"] if isinstance(most, dict) else most) >= 5


@every_queue_worker
def test_one_bad_message_does_not_bring_the_others_back(function: str) -> None:
    [event] = events_of(function, "SQS")

    assert event["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


@every_queue_worker
def test_a_message_that_fails_five_times_is_kept_for_two_weeks_and_raises_an_alarm(function: str) -> None:
    [event] = events_of(function, "SQS")
    queue = target(event["Queue"])
    dead_letters = _dead_letter_queue(queue)

    assert of_type("AWS::SQS::Queue")[queue]["RedrivePolicy"]["maxReceiveCount"] == 5
    assert of_type("AWS::SQS::Queue")[dead_letters]["MessageRetentionPeriod"] == FOURTEEN_DAYS
    assert dead_letters in _queues_with_alarm()


def test_work_that_takes_long_is_not_received_together_with_other_teams_work() -> None:
    """A queue is fair between teams message by message: in a batch one waits for those before it."""
    together = {name for name in QUEUE_WORKERS if events_of(name, "SQS")[0].get("BatchSize", 10) > 1}

    # These workers do a few writes for a message, or start an execution. The fan-out makes one transaction of
    # what it takes of a team.
    assert together == {
        "EmailEventsFunction",
        "EnrollmentsFunction",
        "EvaluationFunction",
        "FanOutFunction",
        "InboundSmsFunction",
    }


def test_events_that_could_not_be_dispatched_raise_an_alarm() -> None:
    assert "DispatcherDeadLetterQueue" in _queues_with_alarm()


def _queues_with_alarm() -> set[str]:
    return {
        target(metric["Dimensions"][0]["Value"])
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        for metric in metrics_of(alarm)
        if metric["MetricName"] == "ApproximateNumberOfMessagesVisible"
    }


@pytest.mark.parametrize("name", sorted(of_type("AWS::CloudWatch::Alarm")))
def test_an_alarm_watches_something_that_exists_and_tells_somebody(name: str) -> None:
    alarm = of_type("AWS::CloudWatch::Alarm")[name]
    for metric in metrics_of(alarm):
        dimensions = {dimension["Name"]: dimension["Value"] for dimension in metric.get("Dimensions", [])}
        if metric["Namespace"] == NAMESPACE:
            assert (metric["MetricName"], frozenset(dimensions)) in _counted()
            assert dimensions.get("schedule") in {None, DELIVERIES_SCHEDULE, *schedule_names().values()}
            continue
        assert frozenset(dimensions) in PUBLISHED[metric["Namespace"], metric["MetricName"]]
        for dimension, value in dimensions.items():
            if dimension == "GlobalSecondaryIndexName":
                assert value in _indexes()
                continue
            resource_type, intrinsic = DIMENSIONS[metric["Namespace"], dimension]
            assert intrinsic in value
            assert translated()[target(value)]["Type"] == resource_type
    # Of a schedule's runs the absence is the fault.
    is_awaited = alarm.get("MetricName") == "ScheduleRuns"
    assert alarm["TreatMissingData"] == ("breaching" if is_awaited else "notBreaching")
    assert [target(action) for action in alarm["AlarmActions"]] == ["AlarmTopic"]


def test_throttles_of_the_table_are_watched_with_all_of_its_indexes() -> None:
    for access in ("Read", "Write"):
        metrics = metrics_of(of_type("AWS::CloudWatch::Alarm")[f"Table{access}ThrottlesAlarm"])
        assert {metric["MetricName"] for metric in metrics} == {f"{access}ThrottleEvents"}
        watched = {metric["Dimensions"][-1]["Value"] for metric in metrics if len(metric["Dimensions"]) == 2}
        assert watched == _indexes()
        assert len(metrics) == len(watched) + 1


@every_queue_worker
def test_a_queue_whose_messages_wait_too_long_raises_an_alarm(function: str) -> None:
    [event] = events_of(function, "SQS")
    queue = target(event["Queue"])
    [seconds] = [
        int(found[1])
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        for metric in alarm.get("Metrics", ())
        if "ApproximateAgeOfOldestMessage" in str(metric)
        and target(metric["MetricStat"]["Metric"]["Dimensions"][0]["Value"]) == queue
        and (found := re.search(rf"FILL\({metric['Id']}, 0\) > (\d+)\b", alarm["Metrics"][0]["Expression"]))
    ]

    # One message that failed and waits for its next attempt is no backlog.
    assert seconds >= 2 * of_type("AWS::SQS::Queue")[queue]["VisibilityTimeout"]


def test_every_count_that_an_alarm_watches_is_produced_by_a_test() -> None:
    """The marker `produces` names the counts of a test, and tests/conftest.py checks them."""
    watched = {
        (metric["MetricName"], *_values(metric.get("Dimensions", [])))
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        for metric in metrics_of(alarm)
        if metric["Namespace"] == NAMESPACE
    }

    assert watched == _produced()


def _values(dimensions: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [(each["Name"], each["Value"]) for each in dimensions]


def _produced() -> set[tuple[Any, ...]]:
    """The metrics that tests produce, each with its dimensions, by their markers."""
    return {
        (call.args[0].value, *((each.arg, ast.literal_eval(each.value)) for each in call.keywords))
        for source in (REPOSITORY / "tests").rglob("test_*.py")
        for call in ast.walk(ast.parse(source.read_text()))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.produces"
        if isinstance(call.args[0], ast.Constant)
    }


def test_the_dashboard_has_ten_figures_of_what_exists() -> None:
    [dashboard] = of_type("AWS::CloudWatch::Dashboard").values()
    widgets = json.loads(dashboard["DashboardBody"]["Fn::Sub"])["widgets"]
    shown = [metric for widget in widgets for metric in widget["properties"]["metrics"]]

    assert len(widgets) == 10
    assert len({(widget["x"], widget["y"]) for widget in widgets}) == 10
    for metric in shown:
        if isinstance(metric[0], dict):
            found = SEARCH.fullmatch(metric[0]["expression"])
            assert found is not None
            assert found[1] == NAMESPACE
            assert (found[3], frozenset(found[2].split(","))) in _counted()
            continue
        namespace, name, *rest = [part for part in metric if isinstance(part, str)]
        dimensions = dict(zip(rest[::2], rest[1::2], strict=True))
        if namespace == NAMESPACE:
            assert (name, frozenset(dimensions)) in _counted()
            continue
        assert frozenset(dimensions) in PUBLISHED[namespace, name]
        for value in dimensions.values():
            assert value.removeprefix("${").partition(".")[0].rstrip("}") in translated()
    queues = {queue for queue in of_type("AWS::SQS::Queue") if not queue.endswith("DeadLetterQueue")}
    ages = {metric[3] for metric in shown if "ApproximateAgeOfOldestMessage" in metric}
    assert ages == {f"${{{queue}.QueueName}}" for queue in queues}


def _indexes() -> set[str]:
    return {index["IndexName"] for index in _table()["GlobalSecondaryIndexes"]}


@pytest.mark.parametrize("worker", sorted(TASK_WORKERS))
def test_somebody_is_told_when_a_worker_gives_a_task_up(worker: str) -> None:
    watched = {alarm.get("MetricName") for alarm in of_type("AWS::CloudWatch::Alarm").values()}

    assert TASK_WORKERS[worker].policy.given_up in watched


@cache
def _counted() -> set[tuple[str, frozenset[str]]]:
    """The metrics that functions and the shared package count, each with the names of its dimensions.

    CloudWatch knows a metric by exactly these: an alarm that names others watches nothing.
    """
    counted = {
        (str(call.args[0].value), frozenset(str(keyword.arg) for keyword in call.keywords))
        for folder in (FUNCTIONS, REPOSITORY / "layers/shared/gather")
        for source in folder.rglob("*.py")
        for call in ast.walk(ast.parse(source.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "count"
        if isinstance(call.args[0], ast.Constant)
    }
    policies = [worker.policy for worker in TASK_WORKERS.values()]
    of_tasks = {
        name for policy in policies for name in (policy.retried, policy.held_up, policy.given_up) if name
    }
    return counted | {(name, frozenset()) for name in of_tasks}


@pytest.mark.parametrize(
    "metric",
    [
        "5xx",
        "Throttles",
        "MessagesHeldUp",
        "MessagesRefused",
        "EvaluationsFailed",
        "OperatorNeeded",
        "UnknownWork",
        "DispatchesGivenUp",
        "DeliveriesGivenUp",
        "MessagesGivenUp",
        "SpeechRetries",
        "ScriptsUnspoken",
        "Recovered",
    ],
)
def test_what_no_crash_shows_raises_an_alarm(metric: str) -> None:
    watched = [alarm.get("MetricName") for alarm in of_type("AWS::CloudWatch::Alarm").values()]

    assert watched.count(metric) == 1


@pytest.mark.parametrize("function", [name for name in declared_functions() if events_of(name, "DynamoDB")])
def test_what_waits_in_the_stream_raises_an_alarm(function: str) -> None:
    watched = [
        target(alarm["Dimensions"][0]["Value"])
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        if alarm.get("MetricName") == "IteratorAge"
    ]

    assert watched.count(function) == 1


@pytest.mark.parametrize("machine", ["EnrollmentStateMachine", "EvaluationStateMachine"])
def test_an_execution_that_takes_too_long_raises_an_alarm(machine: str) -> None:
    watched = [
        target(alarm["Dimensions"][0]["Value"])
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        if alarm.get("MetricName") == "ExecutionsTimedOut"
    ]

    assert watched.count(machine) == 1


def test_failed_executions_are_watched_of_the_machines_that_can_fail() -> None:
    can_fail = set()
    for name in of_type("AWS::StepFunctions::StateMachine"):
        definition = REPOSITORY / declared()["Resources"][name]["Properties"]["DefinitionUri"]
        for state in json.loads(definition.read_text())["States"].values():
            if state["Type"] == "Fail" or (state["Type"] == "Task" and "Catch" not in state):
                can_fail.add(name)

    assert can_fail == {
        target(alarm["Dimensions"][0]["Value"])
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        if alarm.get("MetricName") == "ExecutionsFailed"
    }


def test_the_local_stack_runs_every_schedule_when_it_is_told() -> None:
    scheduled = {
        properties["Handler"].partition(".")[0]
        for name, properties in declared_functions().items()
        if events_of(name, "ScheduleV2")
    }

    assert scheduled == set(SCHEDULED_PACKAGES)


@pytest.mark.parametrize(
    ("machine", "definition", "task"),
    [
        ("EnrollmentStateMachine", "enrollments/assets/enrollment.asl.json", "EnrollmentTaskFunction"),
        ("EvaluationStateMachine", "evaluation/assets/evaluation.asl.json", "EvaluationTaskFunction"),
    ],
)
def test_a_state_machine_calls_the_function_that_it_may_call(
    machine: str, definition: str, task: str
) -> None:
    properties = declared()["Resources"][machine]["Properties"]
    states = json.loads((FUNCTIONS / definition).read_text())["States"].values()
    called = {state["Parameters"]["FunctionName"] for state in states if state["Type"] == "Task"}
    given = {name: arn for name, arn in properties["DefinitionSubstitutions"].items() if name != "Partition"}
    [policy] = of_type("AWS::IAM::Role")[target(properties["Role"])]["Policies"]

    assert properties["DefinitionUri"] == f"functions/{definition}"
    assert properties["Type"] == "STANDARD"
    assert called == {f"${{{name}}}" for name in given}
    assert {invoked(arn) for arn in given.values()} == {task}
    [statement] = policy["PolicyDocument"]["Statement"]
    assert invoked(statement["Resource"]) == task


def test_the_retry_state_machine_only_waits_and_sends_to_the_queue_of_attempts() -> None:
    properties = declared()["Resources"]["DeliveryRetryStateMachine"]["Properties"]
    states = json.loads((FUNCTIONS / "deliveries/assets/retry.asl.json").read_text())["States"].values()
    [task] = [state for state in states if state["Type"] == "Task"]
    [policy] = of_type("AWS::IAM::Role")[target(properties["Role"])]["Policies"]
    [statement, _of_the_key] = policy["PolicyDocument"]["Statement"]

    assert task["Resource"].endswith(":states:::sqs:sendMessage")
    assert task["Parameters"]["QueueUrl"] == "${DeliveryQueueUrl}"
    assert target(properties["DefinitionSubstitutions"]["DeliveryQueueUrl"]) == "DeliveryQueue"
    assert (statement["Action"], target(statement["Resource"])) == ("sqs:SendMessage", "DeliveryQueue")


def test_every_function_has_an_alarm_for_when_it_breaks_and_each_alarm_few_enough_metrics() -> None:
    watched: dict[str, list[str]] = {
        name: [
            target(dimension["Value"])
            for metric in properties.get("Metrics", [])
            if metric.get("MetricStat", {}).get("Metric", {}).get("MetricName") == "Errors"
            for dimension in metric["MetricStat"]["Metric"]["Dimensions"]
        ]
        for name, properties in of_type("AWS::CloudWatch::Alarm").items()
        if name.endswith("ErrorsAlarm")
    }

    functions = [function for each in watched.values() for function in each]
    assert sorted(functions) == sorted(of_type("AWS::Lambda::Function"))
    # CloudWatch takes ten metrics in an alarm, beside the expressions over them.
    assert max(len(each) for each in watched.values()) <= 10


def test_the_stack_stays_within_what_cloudformation_and_the_gateway_take() -> None:
    resources = translated()

    lines = (REPOSITORY / "template.yaml").read_text().count("\n")
    # Thirty of them came with the rule that wakes evaluations, the first that sends to a queue.
    assert lines <= 3_740, "a reader has to find their way: write what differs only by name in a loop"
    # CloudFormation deploys no stack of more than 500. A function is five of them: itself, its version, its
    # alias, its log and its role. A rule that sends to a queue is two: itself and the queue's policy.
    assert len(resources) <= 499, "a stack has at most 500 resources, and the next functions need some"
    assert len(json.dumps(resources)) <= 900_000, "a template has at most a million bytes"
    assert len(function_by_route(gateway())) <= 290, (
        "an HTTP API has at most 300 routes, without a raised quota"
    )
