"""The permissions of one role, and those that a call of AWS needs.

Both the processes of functions and the tests' stand-in for IAM look at calls by this. Nothing here loads the
template: a function's process is given its rights when it starts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from local_stack.permissions.policies import AccessRequest, Statement
from local_stack.settings import ACCOUNT_ID, REGION

KEY_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "dynamodb:BatchGetItem": ("kms:Decrypt",),
    "dynamodb:ConditionCheckItem": ("kms:Decrypt",),
    "dynamodb:DeleteItem": ("kms:Decrypt",),
    "dynamodb:GetItem": ("kms:Decrypt",),
    "dynamodb:GetRecords": ("kms:Decrypt",),
    "dynamodb:PutItem": ("kms:Decrypt",),
    "dynamodb:Query": ("kms:Decrypt",),
    "dynamodb:UpdateItem": ("kms:Decrypt",),
    "s3:GetObject": ("kms:Decrypt",),
    # The parts of an upload are read to be put together.
    "s3:PutObject": ("kms:GenerateDataKey", "kms:Decrypt"),
    "sns:Publish": ("kms:GenerateDataKey", "kms:Decrypt"),
    "sqs:ReceiveMessage": ("kms:Decrypt",),
    # A data key is used for several messages, and decrypted for those after the first.
    "sqs:SendMessage": ("kms:GenerateDataKey", "kms:Decrypt"),
}
"""The actions on its resource's key that an action needs."""

_WRITES = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}
_OF_OBJECTS = {
    "AbortMultipartUpload": "s3:AbortMultipartUpload",
    "CompleteMultipartUpload": "s3:PutObject",
    "CreateMultipartUpload": "s3:PutObject",
    "DeleteObject": "s3:DeleteObject",
    "GetObject": "s3:GetObject",
    "HeadObject": "s3:GetObject",
    "PutObject": "s3:PutObject",
    "UploadPart": "s3:PutObject",
}
_OF_BUCKETS = {"ListObjectVersions": "s3:ListBucketVersions", "ListObjectsV2": "s3:ListBucket"}
_OF_MACHINES = {
    "DescribeExecution": "executionArn",
    "StartExecution": "stateMachineArn",
    "StopExecution": "executionArn",
}
_MOST_PLACES = 1_000
_PARTITION = re.compile(r"\s*(#?\w+)\s*=\s*(:\w+)")


def key_needs(request: AccessRequest, key: str | None) -> Iterator[AccessRequest]:
    """The requests on `key` that a request on a resource needs which is encrypted with it."""
    if key is None:
        return
    service = request.action.partition(":")[0]
    context = {**request.context, "kms:ViaService": (f"{service}.{REGION}.amazonaws.com",)}
    for action in KEY_ACTIONS.get(request.action, ()):
        yield AccessRequest(action, key, context)


def key_of(resource: str, keys: Mapping[str, str]) -> str | None:
    """The key of a queue, a topic, a bucket with its objects or a table with its indexes."""
    if resource.startswith("arn:aws:s3:::"):
        resource = resource.partition("/")[0]
    elif ":table/" in resource:
        resource = "/".join(resource.split("/")[:2])
    return keys.get(resource)


class RoleRights:
    """The rights of a role. `keys` are those of the resources, by their ARNs."""

    def __init__(self, role: str, statements: Sequence[Mapping[str, Any]], keys: Mapping[str, str]) -> None:
        self.role = role
        self._told = statements
        self._keys = keys
        self._about: dict[tuple[str, str], list[Statement]] = {}
        """The statements about an action on a resource: few of those that a process asks about are new."""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "RoleRights":
        """Makes it from the result of `told`, which is JSON."""
        return cls(told["role"], told["statements"], told["keys"])

    def told(self) -> dict[str, Any]:
        return {"role": self.role, "statements": [*self._told], "keys": {**self._keys}}

    def refused(self, request: AccessRequest) -> str | None:
        """The action that the role may not do; None when it may do all that the request takes."""
        if not self._may(request):
            return request.action
        for needed in key_needs(request, key_of(request.resource, self._keys)):
            if not self._may(needed):
                return needed.action
        return None

    def _may(self, request: AccessRequest) -> bool:
        place = request.action, request.resource
        about = self._about.get(place)
        if about is None:
            if len(self._about) >= _MOST_PLACES:
                self._about.clear()
            about = self._about[place] = [each for each in self._statements if each.is_about(*place)]
        decisions = [each.allows for each in about if each.holds(request.context)]
        return bool(decisions) and all(decisions)

    @cached_property
    def _statements(self) -> tuple[Statement, ...]:
        return tuple(map(Statement.of, self._told))


def requests_of(service: str, operation: str, parameters: Mapping[str, Any]) -> Iterator[AccessRequest]:
    """The requests that IAM sees in a client's call; none for services that a local stack does not have."""
    if service == "dynamodb":
        yield from _requests_of_table(operation, parameters)
    elif service == "sqs" and operation in ("SendMessage", "SendMessageBatch"):
        queue = parameters["QueueUrl"].rpartition("/")[2]
        yield AccessRequest("sqs:SendMessage", f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:{queue}")
    elif service == "s3":
        yield from _requests_of_objects(operation, parameters)
    elif service in ("stepfunctions", "sfn") and operation in _OF_MACHINES:
        yield AccessRequest(f"states:{operation}", parameters[_OF_MACHINES[operation]])
    elif service == "lambda" and operation == "Invoke":
        yield AccessRequest("lambda:InvokeFunction", parameters["FunctionName"])


def _requests_of_objects(operation: str, parameters: Mapping[str, Any]) -> Iterator[AccessRequest]:
    bucket = f"arn:aws:s3:::{parameters.get('Bucket')}"
    if operation in _OF_OBJECTS:
        action = _OF_OBJECTS[operation]
        if operation == "DeleteObject" and "VersionId" in parameters:
            action = "s3:DeleteObjectVersion"
        yield AccessRequest(action, f"{bucket}/{parameters['Key']}")
    elif operation in _OF_BUCKETS:
        yield AccessRequest(_OF_BUCKETS[operation], bucket)


def _requests_of_table(operation: str, parameters: Mapping[str, Any]) -> Iterator[AccessRequest]:
    if operation == "TransactWriteItems":
        for write in parameters["TransactItems"]:
            ((kind, part),) = write.items()
            yield _request_of_items(_WRITES[kind], part["TableName"], part)
    elif operation == "BatchGetItem":
        for table, part in parameters["RequestItems"].items():
            for key in part["Keys"]:
                yield _request_of_items(operation, table, {"Key": key})
    elif "TableName" in parameters:
        yield _request_of_items(operation, parameters["TableName"], parameters)


def _request_of_items(operation: str, table: str, part: Mapping[str, Any]) -> AccessRequest:
    told = part.get("Item") or part.get("Key") or {}
    names = part.get("ExpressionAttributeNames", {})
    context = {
        "dynamodb:LeadingKeys": _partition_of(told, part),
        "dynamodb:Attributes": tuple({*told, *names.values()}),
    }
    index = f"/index/{part['IndexName']}" if "IndexName" in part else ""
    resource = f"arn:aws:dynamodb:{REGION}:{ACCOUNT_ID}:table/{table}{index}"
    return AccessRequest(f"dynamodb:{operation}", resource, context)


def _partition_of(told: Mapping[str, Any], part: Mapping[str, Any]) -> tuple[str, ...]:
    """The partition of an item, or the one that a query is for."""
    if "pk" in told:
        return (str(told["pk"]["S"]),)
    found = _PARTITION.match(part.get("KeyConditionExpression", ""))
    value = part.get("ExpressionAttributeValues", {}).get(found[2]) if found else None
    return (str(value["S"]),) if isinstance(value, dict) and "S" in value else ()
