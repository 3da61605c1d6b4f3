"""The permissions that the code of each function needs, and those that its role grants."""

import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import gather
from gather.connect.suite_registry import suites
from gather.http.routes import Api
from gather.table.kind import Kind
from tests.template.call_graph import call_graph
from tests.template.deployment import (
    declared,
    declared_functions,
    events_of,
    listed,
    of_type,
    statements,
    target,
)

Access = Mapping[str, frozenset[str]]
"""Actions by their resource: `Table`, or an index as `Table/index/due`."""

TABLE_OPERATIONS = {
    "gather.table.store.Table.get": "dynamodb:GetItem",
    "gather.table.store.Table._batch_get": "dynamodb:BatchGetItem",
    "gather.table.store.Table.update": "dynamodb:UpdateItem",
    "gather.table.store.Table.delete": "dynamodb:DeleteItem",
    # A transaction needs what each of its writes needs by itself.
    "gather.table.store.put": "dynamodb:PutItem",
    "gather.table.store.update": "dynamodb:UpdateItem",
    "gather.table.store.delete": "dynamodb:DeleteItem",
    "gather.table.store.check": "dynamodb:ConditionCheckItem",
}
"""The operation that each function of the store calls. Queries name their index; see `call_graph`."""

CLIENT_CALLS = {
    "BedrockRuntimeClient.converse": {"bedrock:InvokeModel"},
    "SecretsManagerClient.get_secret_value": {"secretsmanager:GetSecretValue"},
    "CognitoClient.admin_create_user": {"cognito-idp:AdminCreateUser"},
    "KMSClient.decrypt": {"kms:Decrypt"},
    "KMSClient.encrypt": {"kms:Encrypt"},
    "PinpointSMSVoiceV2Client.send_text_message": {"sms-voice:SendTextMessage"},
    "PollyClient.synthesize_speech": {"polly:SynthesizeSpeech"},
    "S3Client.delete_object": {"s3:DeleteObject"},
    # S3 says that an object is absent only to those who may list: to others it answers 403.
    "S3Client.get_object": {"s3:GetObject", "s3:ListBucket"},
    "S3Client.abort_multipart_upload": {"s3:AbortMultipartUpload"},
    "S3Client.complete_multipart_upload": {"s3:PutObject"},
    "S3Client.create_multipart_upload": {"s3:PutObject"},
    "S3Client.upload_part": {"s3:PutObject"},
    "S3Client.list_object_versions": {"s3:ListBucketVersions"},
    "S3Client.head_object": {"s3:GetObject", "s3:ListBucket"},
    "S3Client.put_object": {"s3:PutObject"},
    "SESV2Client.get_account": {"ses:GetAccount"},
    "SESV2Client.send_email": {"ses:SendEmail", "ses:SendRawEmail"},
    "SFNClient.describe_execution": {"states:DescribeExecution"},
    "SFNClient.send_task_success": {"states:SendTaskSuccess"},
    "SFNClient.start_execution": {"states:StartExecution"},
    "SFNClient.stop_execution": {"states:StopExecution"},
    "SQSClient.send_message_batch": {"sqs:SendMessage"},
    "TranscribeServiceClient.get_transcription_job": {"transcribe:GetTranscriptionJob"},
    # Transcribe reads the recording and writes its text with the rights of its caller.
    "TranscribeServiceClient.start_transcription_job": {
        "s3:GetObject",
        "s3:ListBucket",
        "s3:PutObject",
        "transcribe:StartTranscriptionJob",
    },
}
"""The actions behind the calls of AWS clients, by class and method."""

SIGNED = {
    "gather.aws.transcription.TranscribeTranscription.stream": {
        "transcribe:StartStreamTranscriptionWebSocket"
    },
    "gather.aws.media.S3Media.presigned_download": {"s3:GetObject"},
    "gather.aws.media.S3Media.presigned_upload": {"s3:PutObject"},
    # Each version by its id.
    "gather.aws.media.S3Media.purge": {"s3:DeleteObjectVersion"},
}
"""The actions behind the methods that sign addresses, which others use with the rights of the function."""

NOT_ACTIONS = {"S3Client.generate_presigned_url"}
"""Calls of clients whose actions are those of the signed request."""

_CLIENT_CALL = re.compile(r"(?:mypy_boto3_\w+\.client|gather\.aws\.clients)\.(\w+Client\.[a-z]\w*)")
_QUEUE_SETTING = re.compile(r"gather\.core\.settings\.Settings\.(\w+_queue_url)")
_ENGINES = "gather.wiring.Adapters.engines"
_PROVIDERS = {"gather.aws.engines.provide", "gather.compatible.engines.provide"}
_SUITES = "gather.connect.suite_registry.suites"
_LOOK_UP = "gather.table.unit_of_work.UnitOfWork._look_up"

SQS_SOURCE = {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"}


def needs(function: str) -> set[str]:
    """Returns the actions that a function's code and events need, such as `dynamodb:GetItem on Table`."""
    queues = (f"sqs:SendMessage on {queue}" for queue in needed_queues(function))
    return {*_written(needed_of_table(function)), *needed_of_others(function), *queues}


def rights(function: str) -> set[str]:
    """Returns the actions that a function's role allows, in the same words."""
    queues = (f"sqs:SendMessage on {queue}" for queue in allowed_queues(function))
    return {*_written(allowed_of_table(function)), *allowed_of_others(function), *queues}


def _written(access: Access) -> Iterator[str]:
    return (f"{action} on {resource}" for resource, actions in access.items() for action in actions)


def role_of(function: str) -> str:
    """Returns the logical id of a function's role."""
    return target(of_type("AWS::Lambda::Function")[function]["Role"])


@cache
def reached(function: str) -> frozenset[str]:
    """Returns all nodes that a function's code can use."""
    module = str(declared_functions()[function]["Handler"]).rpartition(".")[0]
    roots, without = call_graph().entry(module), _not_taken(module)
    used = call_graph().reachable(roots, without)
    if _SUITES in used:
        roots = roots | _suites_routes()
        used = call_graph().reachable(roots, without)
    if _ENGINES in used:
        roots = roots | _PROVIDERS
        used = call_graph().reachable(roots, without)
    if not _stores_what_is_looked_up(used):
        used = call_graph().reachable(roots, without | {_LOOK_UP})
    return frozenset(used)


def _suites_routes() -> frozenset[str]:
    """Returns the functions that answer the routes of suites, whose modules are loaded by their names."""
    routes = [route for suite in suites() for route in suite.routes]
    return frozenset(f"{route.answer.__module__}.{route.answer.__name__}" for route in routes)


def _stores_what_is_looked_up(used: set[str]) -> bool:
    """Whether the code passes records of a kind with lookups to a function that writes them."""
    calls = (node.removesuffix("]").partition("[") for node in used if node.endswith("]"))
    return any(model in _looked_up() and _writes_lookups(name) for name, _, model in calls)


@cache
def _writes_lookups(name: str) -> bool:
    return _LOOK_UP in call_graph().reachable({name})


@cache
def _looked_up() -> frozenset[str]:
    """Returns the models of the kinds that have lookups."""
    storages = (
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(gather.__path__, "gather.")
        if module.name.endswith("storage")
    )
    kinds = (value for storage in storages for value in vars(storage).values() if isinstance(value, Kind))
    return frozenset(
        f"{kind.model.__module__}.{kind.model.__qualname__}" for kind in kinds if kind.lookups or kind.summary
    )


def _not_taken(module: str) -> set[str]:
    """Returns the steps of a request that the declarations of a function's routes rule out."""
    apis = [value for value in vars(importlib.import_module(module)).values() if isinstance(value, Api)]
    if not apis:
        return set()
    routes = [route for api in apis for route in api.routes]
    steps = {
        "gather.http.idempotency.run_once": any(
            route.takes_key and route.method == "POST" for route in routes
        ),
        "gather.http.response_recovery.recover_result": any(route.makes for route in routes),
        "gather.http.team_scope.team_scope": any(route.works_in_team for route in routes),
        "gather.http.authorization.require_feature": any(api.feature for api in apis),
        "gather.http.visitors.count_visitor": any(not route.takes_key for route in routes),
        "gather.http.authentication.authenticate": any(api.checks_keys for api in apis),
    }
    assert all(pkgutil.resolve_name(step) for step in steps)
    return {step for step, is_taken in steps.items() if not is_taken}


def client_calls(used: frozenset[str]) -> set[str]:
    """Returns the calls of AWS clients among the used nodes."""
    return {found[1] for node in used if (found := _CLIENT_CALL.fullmatch(node))}


def needed_of_table(function: str) -> Access:
    """Returns the operations on the table and its indexes that a function's code needs."""
    used = reached(function)
    access: dict[str, set[str]] = defaultdict(set)
    for node, action in TABLE_OPERATIONS.items():
        if node in used:
            access["Table"].add(action)
    for node in used:
        if node == "index":
            access["Table"].add("dynamodb:Query")
        elif node.startswith("index "):
            access[f"Table/index/{node.removeprefix('index ')}"].add("dynamodb:Query")
    return {resource: frozenset(actions) for resource, actions in access.items()}


def needed_of_others(function: str) -> set[str]:
    """Returns the actions on everything but the table that a function's code and its events need."""
    used = reached(function)
    actions = {action for call in client_calls(used) for action in CLIENT_CALLS.get(call, ())}
    for node, signed in SIGNED.items():
        if node in used:
            actions |= signed
    if events_of(function, "SQS"):
        actions |= SQS_SOURCE
    for event in events_of(function, "DynamoDB"):
        actions |= {"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"}
        actions.add("dynamodb:ListStreams")
        if "OnFailure" in event.get("DestinationConfig", {}):
            actions.add("sqs:SendMessage")
    return actions


def needed_queues(function: str) -> set[str]:
    """Returns the queues that a function's code and its events send to."""
    variables = declared()["Globals"]["Function"]["Environment"]["Variables"]
    names = {found[1] for node in reached(function) if (found := _QUEUE_SETTING.fullmatch(node))}
    sends = "SQSClient.send_message_batch" in client_calls(reached(function))
    failures = {
        target(event["DestinationConfig"]["OnFailure"]["Destination"])
        for event in events_of(function, "DynamoDB")
        if "OnFailure" in event.get("DestinationConfig", {})
    }
    return {target(variables[name.upper()]) for name in names if sends} | failures


def _resource(reference: Any) -> str:
    if isinstance(reference, dict) and "Fn::Sub" in reference:
        text = reference["Fn::Sub"]
        return str(text if isinstance(text, str) else text[0]).replace("${TableArn.Value}", "Table")
    if isinstance(reference, dict) and reference.get("Fn::GetAtt") == ["TableArn", "Value"]:
        return "Table"
    names_one = isinstance(reference, dict) and ("Ref" in reference or "Fn::GetAtt" in reference)
    return target(reference) if names_one else str(reference)


def _granted(function: str) -> Iterator[tuple[str, str]]:
    for role, statement in statements():
        if role == role_of(function) and statement["Effect"] == "Allow":
            for resource in listed(statement["Resource"]):
                for action in listed(statement["Action"]):
                    yield _resource(resource), action


def allowed_of_table(function: str) -> Access:
    """Returns the actions on the table and its indexes that a function's role allows."""
    access: dict[str, set[str]] = defaultdict(set)
    for resource, action in _granted(function):
        if action.startswith("dynamodb:") and re.fullmatch(r"Table(/index/\w+)?", resource):
            access[resource].add(action)
    return {resource: frozenset(actions) for resource, actions in access.items()}


def allowed_of_others(function: str) -> set[str]:
    """Returns the actions on everything but the table that a function's role allows."""
    return {
        action
        for resource, action in _granted(function)
        if not (action.startswith("dynamodb:") and re.fullmatch(r"Table(/index/\w+)?", resource))
    }


def allowed_queues(function: str) -> set[str]:
    """Returns the queues that a function's role allows to send to."""
    return {resource for resource, action in _granted(function) if action == "sqs:SendMessage"}
