"""A create and a list written by hand on a stock boto3 client: the calls of the service, and no framework."""

import hashlib
import json
import os
import time
import uuid
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import boto3
from boto3.dynamodb.types import TypeDeserializer

TABLE = os.environ["TABLE_NAME"]
REQUIRED = ("firstName", "lastName", "email", "phone")
OPTIONAL = ("resumeUrl", "externalId", "linkedInURL", "timezone")
KEYS = ("pk", "sk", "entity", "revision", "searchPk", "searchSk", "searchText", "listing1Pk", "listing1Sk")

dynamodb = boto3.client("dynamodb")


class Refused(Exception):
    """The request is not acceptable; `fields` names what is missing."""

    def __init__(self, fields: list[str]) -> None:
        super().__init__("missing fields")
        self.fields = fields


def now() -> str:
    """The time as the service writes it."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")  # noqa: UP017


def authenticate(key: str, moment: str) -> dict[str, Any]:
    """Checks the key and counts the request, in one conditional update."""
    answer = dynamodb.update_item(
        TableName=TABLE,
        Key={"pk": {"S": "CREDENTIAL#" + hashlib.sha256(key.encode()).hexdigest()}, "sk": {"S": "RECORD"}},
        UpdateExpression="SET lastUsedAt = :now ADD used :one",
        ConditionExpression=(
            "attribute_exists(pk) AND attribute_not_exists(revokedAt)"
            " AND (attribute_not_exists(expiresAt) OR expiresAt > :now)"
            " AND windowEndsAt > :epoch AND used < :limit"
        ),
        ExpressionAttributeValues={
            ":now": {"S": moment},
            ":one": {"N": "1"},
            ":limit": {"N": "1000"},
            ":epoch": {"N": str(int(time.time()))},
        },
        ReturnValues="ALL_NEW",
        ReturnValuesOnConditionCheckFailure="ALL_OLD",
    )
    item: dict[str, Any] = answer["Attributes"]
    return item


def create(key: str, body: dict[str, Any]) -> dict[str, Any]:
    """Stores a candidate with its lookups and counts it in its listing; the record. Raises Refused."""
    moment = now()
    caller = authenticate(key, moment)
    missing = [name for name in REQUIRED if not isinstance(body.get(name), str) or not body[name]]
    if missing:
        raise Refused(missing)
    team = caller["teamId"]["S"]
    record = {
        "id": str(uuid.uuid4()),
        "organizationId": caller["organizationId"]["S"],
        "teamId": team,
        "createdById": caller["userId"]["S"],
        "createdAt": moment,
        "updatedAt": moment,
        "archivedAt": None,
        **{name: body[name] for name in REQUIRED},
        **{name: body.get(name) for name in OPTIONAL},
        "source": body.get("source", "api"),
        "smsOptIn": body.get("smsOptIn", False),
    }
    listing = f"TEAM#{team}#CANDIDATE"
    item: dict[str, Any] = {name: {"S": value} for name, value in record.items() if isinstance(value, str)}
    item["smsOptIn"] = {"BOOL": record["smsOptIn"]}
    item["pk"] = {"S": f"TEAM#{team}#CANDIDATE#{record['id']}"}
    item["sk"] = {"S": "RECORD"}
    item["entity"] = {"S": "CANDIDATE"}
    item["revision"] = {"N": "1"}
    item["searchPk"] = {"S": listing}
    item["searchSk"] = {"S": record["id"]}
    item["searchText"] = {"S": f"{body['firstName']} {body['lastName']} {body['email']}".casefold()}
    item["listing1Pk"] = {"S": listing}
    item["listing1Sk"] = {"S": f"1#{0:08d}#{record['id']}"}
    values = {"EXTERNALID": body.get("externalId"), "EMAIL": body["email"].casefold()}
    lookups: list[Any] = [
        {"Put": {"TableName": TABLE, "Item": lookup(team, name, value, record["id"])}}
        for name, value in values.items()
        if value
    ]
    dynamodb.transact_write_items(
        TransactItems=[
            *lookups,
            {
                "Put": {
                    "TableName": TABLE,
                    "Item": item,
                    "ConditionExpression": "attribute_not_exists(pk)",
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                }
            },
            {
                "Update": {
                    "TableName": TABLE,
                    "Key": {"pk": {"S": f"LISTING#{listing}"}, "sk": {"S": "HEAD"}},
                    "UpdateExpression": "ADD added :one",
                    "ConditionExpression": "attribute_not_exists(added) OR added BETWEEN :low AND :high",
                    "ExpressionAttributeValues": {
                        ":one": {"N": "1"},
                        ":low": {"N": "0"},
                        ":high": {"N": "63"},
                    },
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                }
            },
        ]
    )
    return record


def lookup(team: str, name: str, value: str, identifier: str) -> dict[str, Any]:
    """The item by which a candidate is found by a value."""
    digest = hashlib.sha256(f"{team}\n{value}".encode()).hexdigest()
    return {
        "pk": {"S": f"TEAM#{team}#CANDIDATE#{name}#{digest}"},
        "sk": {"S": identifier},
        "entity": {"S": f"CANDIDATE_{name}"},
    }


def list_page(key: str, page: int, size: int) -> dict[str, Any]:
    """A page of candidates with its total, through TypeDeserializer."""
    caller = authenticate(key, now())
    partition = f"TEAM#{caller['teamId']['S']}#CANDIDATE"
    plain = TypeDeserializer().deserialize
    head = dynamodb.query(
        TableName=TABLE,
        KeyConditionExpression="pk = :pk",
        ExpressionAttributeValues={":pk": {"S": f"LISTING#{partition}"}},
    )["Items"]
    total = int(plain(head[0]["added"])) if head else 0
    items = dynamodb.query(
        TableName=TABLE,
        IndexName="listing1",
        KeyConditionExpression="listing1Pk = :pk AND listing1Sk BETWEEN :low AND :high",
        ExpressionAttributeValues={":pk": {"S": partition}, ":low": {"S": "1#"}, ":high": {"S": "1#~"}},
        ScanIndexForward=False,
        Limit=size,
    )["Items"]
    records = [{name: plain(value) for name, value in item.items() if name not in KEYS} for item in items]
    return {
        "candidates": records,
        "pagination": {"total": total, "page": page, "pages": -(-total // size), "pageSize": size},
    }


def envelope(data: object, request_id: str) -> str:
    """The answer's body."""
    meta = {"requestId": request_id, "timestamp": now()}
    return json.dumps({"data": data, "meta": meta}, default=_number)


def _number(value: object) -> float:
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError


def _answer(status: int, body: str) -> dict[str, Any]:
    return {"statusCode": status, "headers": {"Content-Type": "application/json"}, "body": body}


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """POST and GET /candidates of an HTTP API."""
    key = event["headers"]["x-api-key"]
    if event["requestContext"]["http"]["method"] == "GET":
        query = event["queryStringParameters"]
        data = list_page(key, int(query.get("page", "1")), int(query.get("pageSize", "10")))
        return _answer(200, envelope(data, context.aws_request_id))
    try:
        record = create(key, json.loads(event["body"]))
    except Refused as refused:
        return _answer(400, json.dumps({"error": {"code": "VALIDATION_ERROR", "details": refused.fields}}))
    return _answer(201, envelope(record, context.aws_request_id))
