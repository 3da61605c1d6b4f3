"""Each function may do what it does, to what it does it to, and no more."""

import pytest

from tests.template.deployment import declared_functions, events_of, listed, of_type, statements, target

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
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
}


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


def test_the_fallback_may_touch_nothing() -> None:
    assert not [statement for role, statement in statements() if role == _role_of("FallbackFunction")]
