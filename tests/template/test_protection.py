"""Stored data is encrypted and cannot be deleted by mistake; public functions leave concurrency to others."""

import re

import pytest

from tests.template.deployment import (
    FUNCTIONS,
    REPOSITORY,
    declared,
    declared_functions,
    of_type,
    routes_of,
    target,
    translated,
)
from tests.template.test_permissions import PUBLIC

CONCURRENCY_OF_AN_ACCOUNT = 1000
"""The default limit of concurrent executions of an account in a region."""

NAMING_A_KEY = {
    "AWS::SQS::Queue": "KmsMasterKeyId",
    "AWS::SNS::Topic": "KmsMasterKeyId",
    "AWS::Logs::LogGroup": "KmsKeyId",
}


@pytest.mark.parametrize("resource_type", NAMING_A_KEY)
def test_queues_topics_and_logs_are_encrypted_with_the_key_of_the_stack(resource_type: str) -> None:
    found = of_type(resource_type)

    assert {target(each[NAMING_A_KEY[resource_type]]) for each in found.values()} == {"DataKey"}


def test_records_and_recordings_are_encrypted_with_the_key_of_the_stack() -> None:
    table = of_type("AWS::DynamoDB::Table")["Table"]["SSESpecification"]
    bucket = of_type("AWS::S3::Bucket")["MediaBucket"]["BucketEncryption"]
    [rule] = bucket["ServerSideEncryptionConfiguration"]

    assert (table["SSEEnabled"], table["SSEType"], target(table["KMSMasterKeyId"])) == (
        True,
        "KMS",
        "DataKey",
    )
    assert target(rule["ServerSideEncryptionByDefault"]["KMSMasterKeyID"]) == "DataKey"
    assert rule["BucketKeyEnabled"]


def test_the_key_is_rotated_outlives_the_stack_and_is_used_by_services_for_this_account_alone() -> None:
    key = of_type("AWS::KMS::Key")["DataKey"]
    services = [each for each in key["KeyPolicy"]["Statement"] if "Service" in each["Principal"]]

    assert key["EnableKeyRotation"]
    assert translated()["DataKey"]["DeletionPolicy"] == "RetainExceptOnCreate"
    assert all(each["Condition"] for each in services)


def test_functions_use_the_key_only_through_the_services_that_keep_their_data() -> None:
    [statement] = of_type("AWS::IAM::ManagedPolicy")["DataKeyPolicy"]["PolicyDocument"]["Statement"]
    services = [
        each["Fn::Sub"].partition(".")[0] for each in statement["Condition"]["StringEquals"]["kms:ViaService"]
    ]

    assert services == ["dynamodb", "s3", "sqs"]
    assert target(statement["Resource"]) == "DataKey"
    for function in of_type("AWS::Lambda::Function").values():
        policies = of_type("AWS::IAM::Role")[target(function["Role"])]["ManagedPolicyArns"]
        assert [target(each) for each in policies] == ["FunctionTelemetryPolicy", "DataKeyPolicy"]


COPIES = ("exports/", "chat-uploads/", "imports/")
"""Exports are copies, a chat keeps a copy of what is uploaded, and an import makes records of its file."""


def test_the_table_and_recordings_are_not_deleted_by_mistake() -> None:
    bucket = of_type("AWS::S3::Bucket")["MediaBucket"]
    kept = [
        rule["NoncurrentVersionExpiration"]["NoncurrentDays"]
        for rule in bucket["LifecycleConfiguration"]["Rules"]
        if "NoncurrentVersionExpiration" in rule and rule.get("Prefix") not in COPIES
    ]

    assert of_type("AWS::DynamoDB::Table")["Table"]["DeletionProtectionEnabled"]
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert kept == [14]


def test_who_asked_for_a_recording_is_logged_where_only_s3_writes() -> None:
    logging = of_type("AWS::S3::Bucket")["MediaBucket"]["LoggingConfiguration"]
    policy = of_type("AWS::S3::BucketPolicy")["AccessLogBucketPolicy"]["PolicyDocument"]["Statement"]
    writers = [each for each in policy if each["Effect"] == "Allow"]

    assert target(logging["DestinationBucketName"]) == "AccessLogBucket"
    assert [each["Principal"] for each in writers] == [{"Service": "logging.s3.amazonaws.com"}]
    assert writers[0]["Resource"] == [
        {"Fn::Sub": "${AccessLogBucket.Arn}/media/*"},
        {"Fn::Sub": "${AccessLogBucket.Arn}/ledger/*"},
    ]


def test_every_bucket_is_private_and_moves_only_over_tls() -> None:
    policies = of_type("AWS::S3::BucketPolicy").values()
    only_over_tls = {
        target(policy["Bucket"])
        for policy in policies
        for statement in policy["PolicyDocument"]["Statement"]
        if statement.get("Condition") == {"Bool": {"aws:SecureTransport": "false"}}
        if statement["Effect"] == "Deny"
    }

    assert only_over_tls == of_type("AWS::S3::Bucket").keys()
    for bucket in of_type("AWS::S3::Bucket").values():
        assert [*bucket["PublicAccessBlockConfiguration"].values()] == [True] * 4


def test_functions_without_a_key_leave_room_for_the_others() -> None:
    reserved = {name for name, each in declared_functions().items() if "ReservedConcurrentExecutions" in each}
    share = declared()["Parameters"]["PublicConcurrency"]["Default"]

    assert reserved == {*PUBLIC, "FallbackFunction"}
    assert all(routes_of(name) for name in reserved)
    assert len(reserved) * share <= CONCURRENCY_OF_AN_ACCOUNT / 2


def test_who_has_less_concurrency_than_the_default_reserves_is_told_before_the_deployment() -> None:
    """Lambda refuses a reservation that leaves an account with less than 100, and the deployment fails."""
    reserved = [each for each in declared_functions().values() if "ReservedConcurrentExecutions" in each]
    needed = len(reserved) * declared()["Parameters"]["PublicConcurrency"]["Default"] + 100

    assert needed <= 600
    assert "fewer than 600 at once" in (REPOSITORY / "docs/guides/going-live.md").read_text()
    assert "is below 600" in (REPOSITORY / "docs/operations.md").read_text()


def test_nothing_that_is_deployed_names_a_partition_of_aws() -> None:
    files = [REPOSITORY / "template.yaml", REPOSITORY / "gateway.json"]
    for folder, pattern in ((FUNCTIONS, "*.asl.json"), (FUNCTIONS, "*.py"), (REPOSITORY / "layers", "*.py")):
        files += folder.rglob(pattern)

    named = {str(file): re.findall(r"arn:aws[\w-]*:", file.read_text()) for file in files}

    assert {file: arns for file, arns in named.items() if arns} == {}


def test_state_machines_are_given_their_partition() -> None:
    for machine in of_type("AWS::StepFunctions::StateMachine").values():
        assert machine["DefinitionSubstitutions"]["Partition"] == {"Ref": "AWS::Partition"}


def test_what_is_in_the_ledger_stays_longer_than_the_table_can_be_set_back() -> None:
    bucket = of_type("AWS::S3::Bucket")["LedgerBucket"]
    lock = bucket["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]

    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert bucket["ObjectLockEnabled"]
    assert lock["Days"] > 35
    assert "LifecycleConfiguration" not in bucket
    assert target(bucket["LoggingConfiguration"]["DestinationBucketName"]) == "AccessLogBucket"


def test_the_data_key_can_be_brought_to_another_region_from_the_start() -> None:
    assert of_type("AWS::KMS::Key")["DataKey"]["MultiRegion"] == {"Ref": "DataKeyIsMultiRegion"}
    assert declared()["Parameters"]["DataKeyIsMultiRegion"]["Default"] == "true"


def test_what_a_failed_creation_made_goes_and_everything_else_stays() -> None:
    """Resources with data outlive the stack, except those of a creation that failed."""
    kept = {
        name: (resource["DeletionPolicy"], resource["UpdateReplacePolicy"])
        for name, resource in translated().items()
        if "UpdateReplacePolicy" in resource
    }

    assert kept.keys() == {"AccessLogBucket", "DataKey", "LedgerBucket", "MediaBucket", "Table", "UserPool"}
    assert set(kept.values()) == {("RetainExceptOnCreate", "Retain")}
