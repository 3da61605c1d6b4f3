"""Each function may do what its code does, to the resources that the code uses, and no more."""

import inspect
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.connect.integrations.storage import INTEGRATION
from gather.core.media_address import media_key
from gather.table import store
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.storage import CREDENTIAL_BY_ID
from gather.tenancy.organizations.storage import organization_key
from gather.webhooks.storage import WEBHOOK
from openapi.declarations import declared_routes
from tests.builders.service import UNKNOWN_ID
from tests.template.deployment import (
    declared_functions,
    events_of,
    listed,
    of_type,
    package_of,
    routes_of,
    statements,
    target,
)
from tests.template.needs import (
    CLIENT_CALLS,
    NOT_ACTIONS,
    client_calls,
    needs,
    reached,
    rights,
    role_of,
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
    "ses:GetAccount",
    "transcribe:StartStreamTranscriptionWebSocket",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
}

PUBLIC = {
    "ChatFunction",
    "ConsoleFunction",
    "InterviewConversationsFunction",
    "CandidateMeetingsFunction",
    "ReferenceFunction",
    "ScreeningFunction",
    "UnsubscriptionsFunction",
}
"""The functions that anybody reaches without a key."""

WRITES = {"dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"}
FALLBACK_KEYS = {"CREDENTIAL#*"}
"""Items that the fallback writes, because it counts the keys of requests that no route takes."""

GUARDED = [
    CREDENTIAL.key("0" * 64),
    CREDENTIAL_BY_ID.key(UNKNOWN_ID),
    INTEGRATION.key(UNKNOWN_ID, UNKNOWN_ID),
    INTEGRATION_LOGIN.key("example-ats", "user"),
    WEBHOOK.key(UNKNOWN_ID, UNKNOWN_ID),
    organization_key(UNKNOWN_ID),
]
"""Items that let somebody in, or that lead events and questions to other systems."""


def test_every_function_has_a_role_of_its_own() -> None:
    roles = [role_of(function) for function in declared_functions()]

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
        resource["Fn::Sub"].removeprefix("${TableArn.Value}/index/")
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
        if role == role_of(function) and "sqs:ReceiveMessage" in listed(statement["Action"])
    ]

    assert read == [target(event["Queue"]) for event in events_of(function, "SQS")]


def test_an_invite_leads_to_no_object_but_recordings_and_spoken_questions() -> None:
    objects = [
        resource
        for role, statement in statements()
        for resource in listed(statement["Resource"])
        if role == role_of("ScreeningFunction") and "s3:GetObject" in listed(statement["Action"])
    ]

    assert objects == [{"Fn::Sub": "${MediaBucket.Arn}/" + media_key("*")}]


def test_the_fallback_may_count_a_key_and_nothing_else() -> None:
    granted = [statement for role, statement in statements() if role == role_of("FallbackFunction")]

    assert [statement["Action"] for statement in granted] == [["dynamodb:UpdateItem"]]


def test_a_function_may_do_what_its_code_does_and_nothing_else() -> None:
    """The test covers the table and its indexes, other services, and messages to queues."""
    missing, in_excess = {}, {}
    for function in declared_functions():
        needed, allowed = needs(function), rights(function)
        missing[function] = needed - allowed
        in_excess[function] = allowed - needed

    assert {name: actions for name, actions in missing.items() if actions} == {}
    assert {name: actions for name, actions in in_excess.items() if actions} == {}


def test_every_call_of_a_client_that_code_makes_has_its_actions() -> None:
    called = {call for function in declared_functions() for call in client_calls(reached(function))}

    assert called == CLIENT_CALLS.keys() | NOT_ACTIONS


def test_the_store_asks_for_no_operation_that_is_not_looked_for() -> None:
    source = Path(inspect.getfile(store)).read_text()
    called = set(re.findall(r'_call(?:_unnamed)?\(\s*"(\w+)"', source))
    written = set(re.findall(r'return {"(\w+)": ', source))

    assert called == {"get_item", "batch_get_item", "put_item", "update_item", "delete_item", "query"}
    assert written == {"Put", "Update", "Delete", "ConditionCheck"}


def _leading_keys(function: str) -> set[str]:
    """Returns the partitions that a function may write to."""
    writes = [
        statement
        for role, statement in statements()
        if role == role_of(function) and set(listed(statement["Action"])) & WRITES
    ]
    assert all(set(listed(each["Action"])) <= WRITES for each in writes)
    return {
        key
        for statement in writes
        for key in statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
    }


@pytest.mark.parametrize("function", [*sorted(PUBLIC), "FallbackFunction"])
def test_a_public_function_writes_no_keys_credentials_integrations_or_webhooks(function: str) -> None:
    patterns = _leading_keys(function) - (FALLBACK_KEYS if function == "FallbackFunction" else set())

    for key in GUARDED:
        assert not any(fnmatchcase(key.pk, pattern) for pattern in patterns), key


def test_the_fallback_counts_a_key_and_changes_nothing_of_what_it_is_for() -> None:
    [statement] = [each for role, each in statements() if role == role_of("FallbackFunction")]
    changed = set(statement["Condition"]["ForAllValues:StringEquals"]["dynamodb:Attributes"])

    assert statement["Action"] == ["dynamodb:UpdateItem"]
    assert {"used", "windowEndsAt", "lastUsedAt"} <= changed
    assert not changed & {"id", "organizationId", "teamId", "userId", "scope", "permissions", "sandbox"}


def test_the_functions_that_need_no_key_are_those_whose_routes_take_none() -> None:
    takes_keys = {each.family for each in declared_routes() if each.route.takes_key}

    assert {
        name for name in declared_functions() if routes_of(name) and package_of(name) not in takes_keys
    } - {"FallbackFunction"} == PUBLIC


def _objects(function: str, action: str) -> set[str]:
    return {
        resource["Fn::Sub"].removeprefix("${MediaBucket.Arn}/")
        for role, statement in statements()
        for resource in listed(statement["Resource"])
        if role == role_of(function) and action in listed(statement["Action"])
    }


def test_workers_touch_only_the_objects_of_their_kind() -> None:
    assert _objects("SpeechFunction", "s3:PutObject") == {"media/*"}
    assert _objects("EvaluationTaskFunction", "s3:PutObject") == {"transcriptions/*"}
    assert _objects("EvaluationTaskFunction", "s3:GetObject") == {"media/*", "transcriptions/*"}
    of_candidates = {"media/*", "conversations/*", "transcriptions/*", "exports/*"}
    of_visitors = {"chats/*", "chat-uploads/*"}
    for action in ("s3:DeleteObject", "s3:DeleteObjectVersion"):
        for function in ("DataRightsJobsFunction", "RetentionFunction"):
            assert _objects(function, action) == of_candidates | of_visitors
    assert _objects("ChatFunction", "s3:GetObject") == of_visitors
    assert _objects("ConversationsFunction", "s3:GetObject") == {"chats/*"}
