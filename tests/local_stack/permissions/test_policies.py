"""IAM's rules as the local stack and the tests apply them, and what IAM sees of a call."""

from typing import Any

import pytest

from local_stack.permissions.policies import AccessRequest, Statement, is_allowed
from local_stack.permissions.rights_guard import check
from local_stack.permissions.role_rights import RoleRights, requests_of

TABLE = "arn:aws:dynamodb:us-east-1:123456789012:table/records"
QUEUE = "arn:aws:sqs:us-east-1:123456789012:work"
KEY = "arn:aws:kms:us-east-1:123456789012:key/data"


def allow(actions: Any, resources: Any, **others: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": actions, "Resource": resources, **others}


def decided(*told: dict[str, Any], action: str, resource: str, **context: tuple[str, ...]) -> bool:
    request = AccessRequest(action, resource, {key.replace("_", ":"): each for key, each in context.items()})
    return is_allowed(map(Statement.of, told), request)


def test_nothing_is_allowed_that_no_statement_allows_and_a_denial_wins() -> None:
    told = allow("sqs:*", "*")
    denied = {**allow("sqs:SendMessage", QUEUE), "Effect": "Deny"}

    assert not decided(action="sqs:SendMessage", resource=QUEUE)
    assert decided(told, action="sqs:SendMessage", resource=QUEUE)
    assert not decided(told, denied, action="sqs:SendMessage", resource=QUEUE)
    assert decided(told, denied, action="sqs:SendMessage", resource=f"{QUEUE}2")


@pytest.mark.parametrize(
    ("pattern", "resource", "matches"),
    [
        ("arn:aws:s3:::media/*", "arn:aws:s3:::media/a/b", True),
        ("arn:aws:s3:::media/*", "arn:aws:s3:::media", False),
        ("arn:aws:s3:::media/?", "arn:aws:s3:::media/ab", False),
        ("arn:aws:s3:::media/[a]", "arn:aws:s3:::media/a", False),
    ],
)
def test_only_stars_and_question_marks_are_wildcards(pattern: str, resource: str, matches: bool) -> None:
    assert decided(allow("s3:GetObject", pattern), action="s3:GetObject", resource=resource) is matches


def test_a_condition_on_every_value_holds_without_any_and_others_do_not() -> None:
    leading = allow("*", "*", Condition={"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["A#*", "B"]}})
    via = allow("*", "*", Condition={"StringEquals": {"kms:ViaService": "sqs"}})

    assert decided(leading, action="x:y", resource=TABLE, dynamodb_LeadingKeys=("A#1", "B"))
    assert not decided(leading, action="x:y", resource=TABLE, dynamodb_LeadingKeys=("A#1", "C"))
    assert decided(leading, action="x:y", resource=TABLE)
    assert decided(via, action="x:y", resource=TABLE, kms_ViaService=("sqs",))
    assert not decided(via, action="x:y", resource=TABLE)


@pytest.mark.parametrize("told", [{"NotAction": "a"}, {"Condition": {"NumericLessThan": {"a": "1"}}}])
def test_what_is_not_known_is_no_rule_that_is_passed_over(told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="known"):
        decided(allow("*", "*", **told), action="x:y", resource=TABLE, a=("0",))


def rights(*told: dict[str, Any], keys: dict[str, str] | None = None) -> RoleRights:
    return RoleRights.of(RoleRights("arn:aws:iam::123456789012:role/worker", told, keys or {}).told())


def put(partition: str, **others: str) -> dict[str, Any]:
    item = {
        "pk": {"S": partition},
        "sk": {"S": "x"},
        **{name: {"S": value} for name, value in others.items()},
    }
    return {"TableName": "records", "Item": item}


def test_a_write_is_refused_by_its_partition_and_its_attributes() -> None:
    by_partition = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["CLIENT#*"]}}
    by_name = {"ForAllValues:StringEquals": {"dynamodb:Attributes": ["pk", "sk", "used"]}}
    counting = rights(allow("dynamodb:PutItem", TABLE, Condition={**by_partition, **by_name}))

    check(counting, "f", "dynamodb", "PutItem", put("CLIENT#1", used="1"))
    for refused in (put("TEAM#1"), put("CLIENT#1", scope="admin")):
        with pytest.raises(Exception, match=r"\(AccessDeniedException\).*perform: dynamodb:PutItem"):
            check(counting, "f", "dynamodb", "PutItem", refused)


def test_each_part_of_a_transaction_and_each_index_is_a_request_of_its_own() -> None:
    writes = [{"Put": put("A")}, {"ConditionCheck": {"TableName": "records", "Key": {"pk": {"S": "B"}}}}]
    asked = [*requests_of("dynamodb", "TransactWriteItems", {"TransactItems": writes})]
    values = {":p": {"S": "C"}}
    query = {"TableName": "records", "IndexName": "due", "KeyConditionExpression": "#p = :p"}
    [queried] = requests_of("dynamodb", "Query", {**query, "ExpressionAttributeValues": values})

    assert [each.action for each in asked] == ["dynamodb:PutItem", "dynamodb:ConditionCheckItem"]
    assert [each.context["dynamodb:LeadingKeys"] for each in asked] == [("A",), ("B",)]
    assert (queried.resource, queried.context["dynamodb:LeadingKeys"]) == (f"{TABLE}/index/due", ("C",))


def test_sending_to_an_encrypted_queue_takes_the_key() -> None:
    url = {"QueueUrl": "http://127.0.0.1:1/123456789012/work"}
    send = allow("sqs:SendMessage", QUEUE)
    via = {"StringEquals": {"kms:ViaService": "sqs.us-east-1.amazonaws.com"}}
    key = allow(["kms:Decrypt", "kms:GenerateDataKey"], KEY, Condition=via)

    check(rights(send), "f", "sqs", "SendMessage", url)
    check(rights(send, key, keys={QUEUE: KEY}), "f", "sqs", "SendMessageBatch", url)
    with pytest.raises(Exception, match=r"\(KMS.AccessDeniedException\).*kms:GenerateDataKey"):
        check(rights(send, keys={QUEUE: KEY}), "f", "sqs", "SendMessage", url)


@pytest.mark.parametrize(
    ("operation", "parameters", "action"),
    [
        ("HeadObject", {"Key": "a"}, "s3:GetObject"),
        ("UploadPart", {"Key": "a"}, "s3:PutObject"),
        ("DeleteObject", {"Key": "a"}, "s3:DeleteObject"),
        ("DeleteObject", {"Key": "a", "VersionId": "1"}, "s3:DeleteObjectVersion"),
        ("ListObjectVersions", {}, "s3:ListBucketVersions"),
    ],
)
def test_calls_of_the_bucket_have_the_actions_of_s3(
    operation: str, parameters: dict[str, str], action: str
) -> None:
    [asked] = requests_of("s3", operation, {"Bucket": "media", **parameters})

    assert asked.action == action
    assert asked.resource.startswith("arn:aws:s3:::media")
