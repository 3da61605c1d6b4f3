"""The local stack refuses what a role does not allow, and ends loops, as AWS does."""

import json
import shutil
from collections.abc import Iterator

import pytest

from local_stack.functions import loop_detection
from tests.local_stack.running_stack import SAMPLE, RunningStack
from tests.support.waiting import wait_until

SENDS_ITSELF = '''"""Sends each message of a round to its own queue again."""

import os
from typing import Any

import boto3
from sample.journal import record_batch


def handler(event: dict[str, Any], context: Any) -> Any:
    for record in event["Records"]:
        if record["body"].startswith("round"):
            client = boto3.client("sqs")
            client.send_message(QueueUrl=os.environ["QUEUE_URL"], MessageBody=record["body"] + ".")
    return record_batch(event, context)
'''


@pytest.fixture(scope="module")
def unallowed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    """The sample without some of its rights, and with a function that sends to its own queue."""
    project = tmp_path_factory.mktemp("unallowed") / "sample"
    shutil.copytree(SAMPLE, project, ignore=shutil.ignore_patterns("__pycache__"))
    template = (project / "template.yaml").read_text()
    for former, changed in {
        "- DynamoDBCrudPolicy": "- DynamoDBReadPolicy",
        "states:StartExecution": "states:DescribeExecution",
        "- LambdaInvokePolicy: {FunctionName: !Ref TasksFunction}": (
            "- LambdaInvokePolicy: {FunctionName: !Ref EchoFunction}"
        ),
        "      Timeout: 25\n": (
            "      Timeout: 25\n"
            "      Policies: [{SQSSendMessagePolicy: {QueueName: !GetAtt WorkQueue.QueueName}}]\n"
        ),
    }.items():
        assert template.count(former) == 1, former
        template = template.replace(former, changed)
    (project / "template.yaml").write_text(template)
    (project / "functions/consumer/handler.py").write_text(SENDS_ITSELF)
    state = tmp_path_factory.mktemp("unallowed-state")
    with RunningStack(state, project=project, GATHER_TIME_SCALE="60", GATHER_SEED="empty") as running:
        yield running


def test_a_function_may_not_write_what_its_role_does_not_allow(unallowed: RunningStack) -> None:
    response = unallowed.call("POST", "/things", {"id": "one"})

    assert response.status == 500
    wait_until(lambda: "is not authorized to perform: dynamodb:PutItem on resource: " in unallowed.output())
    assert "(AccessDeniedException) when calling the PutItem operation" in unallowed.output()


def test_a_function_may_not_start_what_its_role_does_not_allow(unallowed: RunningStack) -> None:
    assert unallowed.call("POST", "/executions", {"case": "succeed"}).status == 500
    wait_until(lambda: "not authorized to perform: states:StartExecution" in unallowed.output())


def test_a_state_machine_may_not_invoke_what_its_role_does_not_allow(unallowed: RunningStack) -> None:
    client = unallowed.client("stepfunctions")
    [machine] = client.list_state_machines()["stateMachines"]
    started = client.start_execution(stateMachineArn=machine["stateMachineArn"], input='{"case": "token"}')

    def status() -> str:
        return str(client.describe_execution(executionArn=started["executionArn"])["status"])

    wait_until(lambda: status() == "FAILED")
    assert "not authorized to perform: lambda:InvokeFunction" in unallowed.output()


def test_a_loop_ends_after_sixteen_rounds_in_the_dead_letters(unallowed: RunningStack) -> None:
    client = unallowed.client("sqs")
    client.send_message(QueueUrl=unallowed.queue_url("WorkQueue"), MessageBody="round")
    dead: list[str] = []

    def is_dead() -> bool:
        queue = unallowed.queue_url("DeadLetterQueue")
        dead.extend(each["Body"] for each in client.receive_message(QueueUrl=queue).get("Messages", []))
        return bool(dead)

    wait_until(is_dead)
    rounds = [record["body"] for entry in unallowed.journal("consumer") for record in entry["event"]]
    assert len([body for body in rounds if body.startswith("round")]) == loop_detection.MOST_ROUNDS
    assert dead == ["round" + "." * loop_detection.MOST_ROUNDS]
    assert "RecursiveInvocationException" in unallowed.output()


def test_a_lineage_counts_the_rounds_of_each_function() -> None:
    one = loop_detection.trace_of([""], "one")
    both = loop_detection.trace_of([one], "two")
    again = loop_detection.trace_of([loop_detection.trace_of([both], "one"), both], "one")

    assert (loop_detection.rounds_of(one, "one"), loop_detection.rounds_of(one, "two")) == (1, 0)
    assert (loop_detection.rounds_of(again, "one"), loop_detection.rounds_of(again, "two")) == (3, 1)
    assert loop_detection.rounds_of("Root=1-5759e988-bd862e3fe1be46a994272793;Lineage=|x:|a:b", "one") == 0
    assert json.dumps(again).isascii()
