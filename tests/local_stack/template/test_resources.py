"""The template's references mean the local resources; what the stack does not know is refused by name."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from local_stack.settings import PROJECT, SCRIPTS, StackError
from local_stack.template.intrinsics import Intrinsics
from local_stack.template.resources import Template
from local_stack.workflows.unsupported_tasks import TASKS
from tests.local_stack.running_stack import SAMPLE

RESOURCES = {
    "Queue": {"Type": "AWS::SQS::Queue"},
    "Ordered": {"Type": "AWS::SQS::Queue", "Properties": {"FifoQueue": True}},
    "Bucket": {"Type": "AWS::S3::Bucket"},
    "Table": {"Type": "AWS::DynamoDB::Table"},
    "Function": {"Type": "AWS::Lambda::Function"},
    "Machine": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"StateMachineName": "named"}},
    "Api": {"Type": "AWS::ApiGatewayV2::Api"},
}
PARAMETERS = {
    "Domain": {"Type": "String", "Default": ""},
    "Days": {"Type": "Number", "Default": 30},
    "Required": {"Type": "String"},
}
CONDITIONS = {
    "HasDomain": {"Fn::Not": [{"Fn::Equals": [{"Ref": "Domain"}, ""]}]},
    "Both": {"Fn::And": [{"Condition": "HasDomain"}, {"Fn::Equals": ["a", "a"]}]},
}


@pytest.fixture
def intrinsics() -> Intrinsics:
    document = {"Resources": RESOURCES, "Parameters": PARAMETERS, "Conditions": CONDITIONS}
    return Intrinsics(document, "http://127.0.0.1:3000", "127.0.0.1:4566")


@pytest.mark.parametrize(
    ("value", "resolved"),
    [
        ({"Ref": "Queue"}, "http://127.0.0.1:4566/123456789012/talent-screening-local-Queue"),
        ({"Fn::GetAtt": ["Queue", "Arn"]}, "arn:aws:sqs:us-east-1:123456789012:talent-screening-local-Queue"),
        ({"Fn::GetAtt": "Ordered.QueueName"}, "talent-screening-local-Ordered.fifo"),
        ({"Ref": "Bucket"}, "talent-screening-local-bucket"),
        ({"Fn::GetAtt": ["Bucket", "Arn"]}, "arn:aws:s3:::talent-screening-local-bucket"),
        ({"Ref": "Machine"}, "arn:aws:states:us-east-1:123456789012:stateMachine:named"),
        ({"Fn::GetAtt": ["Api", "ApiEndpoint"]}, "http://127.0.0.1:3000"),
        ({"Ref": "Days"}, "30"),
        ({"Ref": "Required"}, "local-Required"),
        ({"Fn::Sub": "${AWS::Region}/${Table}/${Function.Arn}/${!Kept}"}, None),
        ({"Fn::Sub": ["${a}-${Days}", {"a": {"Ref": "Bucket"}}]}, "talent-screening-local-bucket-30"),
        ({"Fn::Join": ["-", ["a", {"Ref": "Days"}]]}, "a-30"),
        ({"Fn::If": ["HasDomain", "yes", {"Fn::If": ["Both", "both", "no"]}]}, "no"),
        ([1, {"Ref": "AWS::NoValue"}], [1]),
        ({"kept": 1, "gone": {"Fn::If": ["HasDomain", 1, {"Ref": "AWS::NoValue"}]}}, {"kept": 1}),
    ],
)
def test_references_are_resolved(intrinsics: Intrinsics, value: Any, resolved: Any) -> None:
    if resolved is None:
        function = "arn:aws:lambda:us-east-1:123456789012:function:talent-screening-local-Function"
        resolved = f"us-east-1/talent-screening-local-Table/{function}/${{Kept}}"
    assert intrinsics.resolve(value) == resolved


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({"Ref": "Nobody"}, "Nobody"),
        ({"Fn::GetAtt": ["Nobody", "Arn"]}, "Nobody"),
        ({"Fn::GetAtt": ["Table", "Size"]}, "Table.Size"),
        ({"Fn::Cidr": ["10.0.0.0/8", 2, 8]}, "Fn::Cidr"),
    ],
)
def test_what_is_unknown_is_refused_by_name(intrinsics: Intrinsics, value: Any, named: str) -> None:
    with pytest.raises(StackError, match=named):
        intrinsics.resolve(value)


def test_a_template_that_is_not_valid_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "template.yaml"
    path.write_text(
        "Transform: AWS::Serverless-2016-10-31\n"
        "Resources:\n"
        "  Broken: {Type: 'AWS::Serverless::Function', Properties: {Events: {Bad: {Type: Moon}}}}\n"
    )
    with pytest.raises(StackError, match=r"template.yaml is not valid: .*Broken"):
        Template(path, "http://127.0.0.1:3000", "127.0.0.1:4566")


def test_a_state_machine_s_definition_names_the_local_functions() -> None:
    [machine] = Template(SAMPLE / "template.yaml", "http://127.0.0.1:3000", "127.0.0.1:4566").state_machines()
    assert "function:talent-screening-local-TasksFunction" in machine.definition
    assert "${" not in machine.definition


def test_everything_in_the_deployed_template_is_known() -> None:
    template = Template(PROJECT / "template.yaml", "http://127.0.0.1:3000", "127.0.0.1:4566")
    assert {function.package for function in template.functions()} >= {"candidates", "dispatcher", "recovery"}
    assert len(template.state_machines()) == 3
    assert {schedule.function.rpartition("-")[2] for schedule in template.schedules()} == {
        "ExpiryFunction",
        "RemindersFunction",
        "DigestFunction",
        "RecoveryFunction",
        "ConversationTimeoutFunction",
        "RetentionFunction",
    }


_REPLACES_TASKS = f"""
from importlib import import_module

from local_stack.workflows.unsupported_tasks import replace_unsupported_tasks
from local_stack.settings import StackError

replace_unsupported_tasks()
tasks = import_module("{TASKS}state_task_service_factory")
assert tasks.state_task_service_for("lambda")
try:
    tasks.state_task_service_for("ecs")
except StackError as error:
    print(error)
"""


def test_only_tasks_in_containers_are_left_out_of_state_machines() -> None:
    # In an interpreter of its own: moto reads its tasks once in a process, maybe for another test before.
    run = subprocess.run(
        [sys.executable, "-c", _REPLACES_TASKS],
        env={**os.environ, "PYTHONPATH": str(SCRIPTS)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "ECS or Batch" in run.stdout


def template_of_api(folder: Path, body: dict[str, Any]) -> Template:
    """A template with that document of an HTTP API in a file of its own."""
    api = {
        "Type": "AWS::Serverless::HttpApi",
        "Properties": {
            "DefinitionBody": {
                "Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": "gateway.json"}}
            }
        },
    }
    (folder / "gateway.json").write_text(json.dumps({"openapi": "3.0.1", **body}))
    document = {"Transform": "AWS::Serverless-2016-10-31", "Resources": {"Api": api}}
    (folder / "template.json").write_text(json.dumps(document))
    return Template(folder / "template.json", "http://127.0.0.1:3000", "127.0.0.1:4566")


def operation(**changed: Any) -> dict[str, Any]:
    """One that invokes the function Cups."""
    arn = "arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Cups.Arn}"
    integration = {"uri": {"Fn::Sub": f"{arn}/invocations"}, "payloadFormatVersion": "2.0"}
    return {"x-amazon-apigateway-integration": {**integration, **changed}}


def test_routes_are_those_that_api_gateway_imports(tmp_path: Path) -> None:
    any_method = "x-amazon-apigateway-any-method"
    paths = {
        "/$default": {any_method: {"isDefaultRoute": True, **operation()}},
        "/cups/{id}": {"get": operation(), "head": operation()},
        "/teas": {any_method: operation()},
    }

    routes = template_of_api(tmp_path, {"paths": paths}).routes()

    assert routes == dict.fromkeys(["$default", "GET /cups/{id}", "HEAD /cups/{id}", "ANY /teas"], "Cups")


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"paths": {"/cups": {"get": operation(payloadFormatVersion="1.0")}}}, "/cups invokes no function"),
        ({"paths": {"/cups": {"get": operation(uri={"Fn::Sub": "https://a.example"})}}}, "/cups invokes no"),
        ({"paths": {"/cups": {"get": {**operation(), "security": []}}}}, "no route like /cups"),
        ({"paths": {}, "x-amazon-apigateway-cors": {}}, "no preflight"),
    ],
)
def test_a_route_that_the_gateway_does_not_serve_is_named(
    tmp_path: Path, body: dict[str, Any], named: str
) -> None:
    with pytest.raises(StackError, match=named):
        template_of_api(tmp_path, body).routes()
