"""What is deployed, read from template.yaml: functions, routes, queues, mappings, schedules, machines."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cloudformation.template import TEMPLATE
from local_stack.template.resources import EventRule, EventSource, Function, Schedule, Template
from simulation.issuer import CLIENT_ID, ISSUER_URL

BASE_URL: Final = "https://screening.example.com"
_QUEUE_HOST: Final = "queues.example.com"
_PARAMETERS: Final = {"IssuerUrl": ISSUER_URL, "SignInClientId": CLIENT_ID}
GROWN: Final = {
    "TeamEvaluations": "2500",
    "FanOutWorkers": "25",
    "DeliveryWorkers": "1000",
    "TeamDeliveries": "100",
    "PublicConcurrency": "150",
}
"""The parameters of the template for ten million candidate interviews a month: docs/operations.md, Quotas for
growth."""
_MEDIA_BUCKET: Final = "MediaBucket"
_TABLE_PARTS: Final = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of the template. `dead_letters` is the ARN of the one for messages that came too often."""

    arn: str
    url: str
    visibility_seconds: float
    most_receives: int | None
    dead_letters: str | None


@dataclass(frozen=True, slots=True)
class Deployment:
    """The resources of a deployment, as the simulation needs them."""

    table_name: str
    table: Mapping[str, Any]
    expiry_attribute: str
    """What says of an item of the table when it expires."""
    functions: tuple[Function, ...]
    reserved: Mapping[str, int]
    """How many invocations at once functions have for themselves, by their names."""
    route_rate: float
    route_burst: int
    """How many requests a second a route of the API takes, and how many at once."""
    routes: Mapping[str, str]
    queues: tuple[Queue, ...]
    event_sources: tuple[EventSource, ...]
    schedules: tuple[Schedule, ...]
    event_rules: tuple[EventRule, ...]
    state_machines: Mapping[str, Mapping[str, Any]]
    kept_days: Mapping[str, int]
    """For how many days the media bucket keeps a file, by the prefix of its key."""


def read_deployment(
    path: Path = TEMPLATE, parameters: Mapping[str, str] = MappingProxyType({})
) -> Deployment:
    """The deployment that the template describes, with an issuer of sign-ins. `parameters` have other values
    than their defaults."""
    template = Template(path, BASE_URL, _QUEUE_HOST, {**_PARAMETERS, **parameters})
    intrinsics = template.intrinsics
    [(table_id, table)] = template.named("AWS::DynamoDB::Table")
    name = intrinsics.physical_name(table_id)
    intrinsics.stream_arns = {table_id: f"{intrinsics.arn(table_id)}/stream/1"}
    functions = tuple(template.functions())
    [(_, stage)] = template.named("AWS::ApiGatewayV2::Stage")
    throttling = stage["DefaultRouteSettings"]
    names = {function.logical_id: function.name for function in functions}
    machines = {
        intrinsics.arn(logical_id): machine
        for (logical_id, _), machine in zip(
            template.named("AWS::StepFunctions::StateMachine"), template.state_machines(), strict=True
        )
    }
    return Deployment(
        table_name=name,
        table={"TableName": name, **{part: table[part] for part in _TABLE_PARTS}},
        expiry_attribute=table["TimeToLiveSpecification"]["AttributeName"],
        functions=functions,
        reserved=_reserved(template),
        route_rate=float(throttling["ThrottlingRateLimit"]),
        route_burst=int(throttling["ThrottlingBurstLimit"]),
        routes={key: names[logical_id] for key, logical_id in template.routes().items()},
        queues=tuple(_queues(template)),
        event_sources=tuple(template.event_sources()),
        schedules=tuple(template.schedules()),
        event_rules=tuple(template.event_rules()),
        kept_days=_kept_days(template),
        state_machines={arn: json.loads(machine.definition) for arn, machine in machines.items()},
    )


def _reserved(template: Template) -> dict[str, int]:
    return {
        template.intrinsics.physical_name(logical_id): int(properties["ReservedConcurrentExecutions"])
        for logical_id, properties in template.named("AWS::Lambda::Function")
        if "ReservedConcurrentExecutions" in properties
    }


def _kept_days(template: Template) -> dict[str, int]:
    return {
        rule["Prefix"]: int(rule["ExpirationInDays"])
        for logical_id, bucket in template.named("AWS::S3::Bucket")
        if logical_id == _MEDIA_BUCKET
        for rule in bucket["LifecycleConfiguration"]["Rules"]
        if "Prefix" in rule and "ExpirationInDays" in rule
    }


def _queues(template: Template) -> list[Queue]:
    found: list[Queue] = []
    for logical_id, properties in template.named("AWS::SQS::Queue"):
        redrive = properties.get("RedrivePolicy", {})
        found.append(
            Queue(
                template.intrinsics.arn(logical_id),
                template.intrinsics.queue_url(logical_id),
                float(properties.get("VisibilityTimeout", 30)),
                redrive.get("maxReceiveCount"),
                redrive.get("deadLetterTargetArn"),
            )
        )
    return found
