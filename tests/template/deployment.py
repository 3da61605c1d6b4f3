"""The deployment as declared in template.yaml and as CloudFormation gets it after SAM's transform."""

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

from cloudformation.template import read_template, with_includes
from openapi.gateway import function_by_route

REPOSITORY = Path(__file__).parents[2]
FUNCTIONS = REPOSITORY / "functions"

Properties = dict[str, Any]


@cache
def declared() -> dict[str, Any]:
    """Returns template.yaml with the file that it includes, its loops written out."""
    return with_includes(read_template(), REPOSITORY)


@cache
def translated(code: str = "s3://bucket/key") -> dict[str, Any]:
    """Returns the resources after the transform, by logical id. `code` is where the packages are."""
    template = copy.deepcopy(declared())
    template["Globals"]["Function"]["CodeUri"] = code
    for resource in template["Resources"].values():
        for location in ("ContentUri", "DefinitionUri"):
            if location in resource["Properties"]:
                resource["Properties"][location] = "s3://bucket/key"
    translator = Translator({}, Parser(), boto_session=boto3.Session(region_name="us-east-1"))
    resources: dict[str, Any] = translator.translate(template, {})["Resources"]
    return resources


def of_type(resource_type: str) -> dict[str, Properties]:
    """Returns the properties of all resources of a type after the transform."""
    return {
        name: resource["Properties"]
        for name, resource in translated().items()
        if resource["Type"] == resource_type
    }


def declared_functions() -> dict[str, Properties]:
    """Returns the properties of all functions as declared."""
    return {
        name: resource["Properties"]
        for name, resource in declared()["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
    }


def events_of(function: str, event_type: str) -> list[Properties]:
    """Returns the properties of a function's events of a type."""
    events = declared_functions()[function].get("Events", {})
    return [event["Properties"] for event in events.values() if event["Type"] == event_type]


def scheduled_functions() -> list[str]:
    """Returns the functions that a schedule invokes."""
    return [name for name in declared_functions() if events_of(name, "ScheduleV2")]


def schedule_names() -> dict[str, str]:
    """Maps functions to the names in the template by which their schedules are counted."""
    schedules: dict[str, dict[str, Any]] = declared()["Mappings"]["Schedules"]
    return {f"{schedule}Function": str(each["Name"]) for schedule, each in schedules.items()}


def gateway() -> dict[str, Any]:
    """Returns the document that API Gateway makes the HTTP API from."""
    body: dict[str, Any] = of_type("AWS::ApiGatewayV2::Api")["HttpApi"]["Body"]
    return body


def routes_of(function: str) -> set[str]:
    """Returns the keys of the routes that lead to a function, such as `GET /m/{token}` or `$default`."""
    return {route for route, name in function_by_route(gateway()).items() if name == function}


def package_of(function: str) -> str:
    """Returns the folder of a function's handler."""
    return str(declared_functions()[function]["Handler"]).partition(".")[0]


def time_limit(function: str) -> int:
    """Returns a function's time limit in seconds."""
    return int(of_type("AWS::Lambda::Function")[function]["Timeout"])


def target(reference: Any) -> str:
    """Returns the logical id that a Ref, a GetAtt or the start of a Sub names."""
    if "Ref" in reference:
        return str(reference["Ref"])
    if "Fn::GetAtt" in reference:
        attribute = reference["Fn::GetAtt"]
        return str(attribute if isinstance(attribute, str) else attribute[0]).partition(".")[0]
    raise AssertionError(f"{reference} names no resource")


def invoked(reference: Any) -> str:
    """Returns the function that a reference to its alias invokes. Raises KeyError when it names no alias."""
    return target(of_type("AWS::Lambda::Alias")[target(reference)]["FunctionName"])


def statements() -> Iterator[tuple[str, Properties]]:
    """Yields every statement that allows something to a function or a state machine, with its owner's id."""
    for name, properties in of_type("AWS::IAM::Role").items():
        for policy in properties.get("Policies", []):
            for statement in policy["PolicyDocument"]["Statement"]:
                yield name, statement
    for name, properties in of_type("AWS::IAM::ManagedPolicy").items():
        for statement in properties["PolicyDocument"]["Statement"]:
            yield name, statement
    for properties in of_type("AWS::IAM::Policy").values():
        for statement in properties["PolicyDocument"]["Statement"]:
            for role in properties["Roles"]:
                yield target(role), statement


def metrics_of(alarm: Properties) -> list[Properties]:
    """Returns the metrics of an alarm: one, or several in an expression."""
    if "Metrics" not in alarm:
        return [alarm]
    return [each["MetricStat"]["Metric"] for each in alarm["Metrics"] if "MetricStat" in each]


def listed(value: Any) -> list[Any]:
    """Returns a value that may be alone or in a list, as a list."""
    return value if isinstance(value, list) else [value]
