"""Each function may do what it does, to what it does it to, and no more."""

import ast
import re
from collections.abc import Iterator

import pytest

from gather.screening.media import media_key
from tests.template.deployment import (
    FUNCTIONS,
    declared_functions,
    events_of,
    listed,
    of_type,
    statements,
    target,
)

# Actions for which AWS has no resource to name.
WITHOUT_RESOURCE = {
    "logs:CreateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:DescribeLogGroups",
    "logs:DescribeResourcePolicies",
    "logs:GetLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:UpdateLogDelivery",
    "polly:SynthesizeSpeech",
    "transcribe:StartStreamTranscriptionWebSocket",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
}

# What a call of an engine or of a state machine needs. S3 says that an object is absent only to those who
# may list; Transcribe reads and writes with the rights of its caller.
NEEDED = {
    "media.put": {"s3:PutObject"},
    "media.get": {"s3:GetObject"},
    "media.describe": {"s3:GetObject", "s3:ListBucket"},
    "media.delete": {"s3:DeleteObject"},
    "media.presigned_upload": {"s3:PutObject"},
    "media.presigned_download": {"s3:GetObject"},
    "transcription.start": {
        "s3:GetObject",
        "s3:ListBucket",
        "s3:PutObject",
        "transcribe:StartTranscriptionJob",
    },
    "transcription.stream": {"transcribe:StartStreamTranscriptionWebSocket"},
    "transcription.result": {"s3:GetObject", "transcribe:GetTranscriptionJob"},
    "speech.synthesize": {"polly:SynthesizeSpeech"},
    "evaluation.evaluate": {"bedrock:InvokeModel"},
    "evaluation.suggest_topics": {"bedrock:InvokeModel"},
    "assistant.reply": {"bedrock:InvokeModel"},
    "interviewer.respond": {"bedrock:InvokeModel"},
    "email.send": {"ses:SendEmail"},
    "sms.send": {"sms-voice:SendTextMessage"},
    "identity.create_account": {"cognito-idp:AdminCreateUser"},
    "start_execution": {"states:StartExecution"},
    "stop_execution": {"states:StopExecution"},
    "describe_execution": {"states:DescribeExecution"},
    "send_task_success": {"states:SendTaskSuccess"},
}
ENGINE_ACTIONS = {action for actions in NEEDED.values() for action in actions}


def _role_of(function: str) -> str:
    return target(of_type("AWS::Lambda::Function")[function]["Role"])


def test_every_function_has_a_role_of_its_own() -> None:
    roles = [_role_of(function) for function in declared_functions()]

    assert len(set(roles)) == len(roles)


def test_no_role_has_a_policy_that_aws_manages() -> None:
    for name, role in of_type("AWS::IAM::Role").items():
        for policy in role.get("ManagedPolicyArns", []):
            assert target(policy) in of_type("AWS::IAM::ManagedPolicy"), name


def test_no_statement_allows_whole_families_of_actions() -> None:
    for name, statement in statements():
        assert not any("*" in action for action in listed(statement["Action"])), name


def test_statements_name_their_resources_wherever_aws_has_one_to_name() -> None:
    for name, statement in statements():
        if "*" in listed(statement["Resource"]):
            assert set(listed(statement["Action"])) <= WITHOUT_RESOURCE, name


def test_statements_on_the_table_name_indexes_that_exist() -> None:
    indexes = {
        index["IndexName"] for index in of_type("AWS::DynamoDB::Table")["Table"]["GlobalSecondaryIndexes"]
    }
    named = {
        resource["Fn::Sub"].removeprefix("${Table.Arn}/index/")
        for _, statement in statements()
        for resource in listed(statement["Resource"])
        if isinstance(resource, dict) and "/index/" in str(resource.get("Fn::Sub"))
    }

    assert named == indexes


@pytest.mark.parametrize("function", [name for name in declared_functions() if events_of(name, "SQS")])
def test_a_worker_reads_only_its_own_queue(function: str) -> None:
    read = [
        target(resource)
        for role, statement in statements()
        for resource in listed(statement["Resource"])
        if role == _role_of(function) and "sqs:ReceiveMessage" in listed(statement["Action"])
    ]

    assert read == [target(event["Queue"]) for event in events_of(function, "SQS")]


def test_an_invite_leads_to_no_object_but_recordings_and_spoken_questions() -> None:
    objects = [
        resource
        for role, statement in statements()
        for resource in listed(statement["Resource"])
        if role == _role_of("ScreeningFunction") and "s3:GetObject" in listed(statement["Action"])
    ]

    assert objects == [{"Fn::Sub": "${MediaBucket.Arn}/" + media_key("*")}]


def test_the_fallback_may_count_a_key_and_nothing_else() -> None:
    granted = [statement for role, statement in statements() if role == _role_of("FallbackFunction")]

    assert [statement["Action"] for statement in granted] == [["dynamodb:UpdateItem"]]


def _modules(handler: str) -> Iterator[str]:
    """The source of a handler's module and of those of its package that it imports, directly or not."""
    waiting, seen = [handler.rpartition(".")[0]], set()
    while waiting:
        name = waiting.pop()
        file = FUNCTIONS / f"{name.replace('.', '/')}.py"
        if name in seen or not file.is_file():
            continue
        seen.add(name)
        source = file.read_text()
        yield source
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]


def _engine_actions(handler: str) -> set[str]:
    """What the calls of a handler's code need. A name that an engine is given counts as the engine."""
    sources = [*_modules(handler)]
    engines = {engine for source in sources for engine in re.findall(r"engines\s*\.(\w+)\(\)", source)}
    called = {
        node.func.attr
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    needed: set[str] = set()
    for call, actions in NEEDED.items():
        engine, _, method = call.rpartition(".")
        if method in called and (not engine or engine in engines):
            needed |= actions
    return needed


@pytest.mark.parametrize("function", declared_functions())
def test_a_function_may_use_the_engines_that_its_code_calls_and_no_others(function: str) -> None:
    allowed = {
        action
        for role, statement in statements()
        for action in listed(statement["Action"])
        if role == _role_of(function)
    }

    assert allowed & ENGINE_ACTIONS == _engine_actions(declared_functions()[function]["Handler"])


def _objects(function: str, action: str) -> set[str]:
    return {
        resource["Fn::Sub"].removeprefix("${MediaBucket.Arn}/")
        for role, statement in statements()
        for resource in listed(statement["Resource"])
        if role == _role_of(function) and action in listed(statement["Action"])
    }


def test_workers_touch_only_the_objects_of_their_kind() -> None:
    assert _objects("SpeechFunction", "s3:PutObject") == {"media/*"}
    assert _objects("EvaluationTaskFunction", "s3:PutObject") == {"transcriptions/*"}
    assert _objects("EvaluationTaskFunction", "s3:GetObject") == {"media/*", "transcriptions/*"}
