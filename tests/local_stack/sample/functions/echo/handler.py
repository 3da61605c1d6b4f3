"""Answers what it was asked, and does what the tests of the local stack ask it to."""

import json
import os
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import boto3
from sample.greeting import GREETING


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    route = event["routeKey"]
    if route == "POST /things":
        return _answer(201, put_thing(json.loads(event["body"])))
    if route == "POST /uploads":
        key = json.loads(event["body"])["key"]
        url = boto3.client("s3").generate_presigned_url(
            "put_object",
            Params={"Bucket": os.environ["MEDIA_BUCKET"], "Key": key, "ContentType": "audio/webm"},
        )
        return _answer(200, {"url": url})
    if route == "POST /executions":
        started = boto3.client("stepfunctions").start_execution(
            stateMachineArn=os.environ["STATE_MACHINE_ARN"], input=event["body"]
        )
        return _answer(200, {"executionArn": started["executionArn"]})
    if route == "POST /fail":
        raise RuntimeError("asked to fail")
    if route == "POST /die":
        os._exit(3)
    if route == "POST /sleep":
        time.sleep(30)
    if route == "POST /pause":
        time.sleep(0.2)
    return _answer(
        200,
        {"greeting": GREETING, "event": event, "environment": dict(os.environ), "pid": os.getpid()},
        {"Route-Key": route},
    )


def put_thing(thing: dict[str, Any]) -> dict[str, Any]:
    item = {"pk": {"S": thing["id"]}, "sk": {"S": "thing"}, "type": {"S": thing.get("type", "thing")}}
    boto3.client("dynamodb").put_item(TableName=os.environ["TABLE_NAME"], Item=item)
    return thing


def _answer(status: int, body: Any, headers: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", **headers}
    return {"statusCode": status, "headers": headers, "body": json.dumps(body)}
