"""A release's functions run with the layer and the settings of that release, and with no other.

CloudFormation changes the code of a function and its configuration in two calls. `$LATEST` therefore runs
old code on a new layer for a while. A version is published when both are done, and never changes. Everything
that invokes a function invokes its alias, which moves from one version to the next in one step.
"""

import json
from typing import Any

import pytest

from tests.template.deployment import (
    declared,
    declared_functions,
    events_of,
    gateway,
    invoked,
    listed,
    of_type,
    target,
    translated,
)

every_function = pytest.mark.parametrize("function", sorted(declared_functions()))


def _versions_of(function: str) -> list[str]:
    versions = of_type("AWS::Lambda::Version")
    return [name for name, version in versions.items() if target(version["FunctionName"]) == function]


@every_function
def test_a_function_has_one_alias_which_is_at_the_version_of_this_release(function: str) -> None:
    [alias] = [
        alias for alias in of_type("AWS::Lambda::Alias").values() if target(alias["FunctionName"]) == function
    ]
    [version] = _versions_of(function)

    assert alias["Name"] == "live"
    assert alias["FunctionVersion"] == {"Fn::GetAtt": [version, "Version"]}


@every_function
def test_a_version_has_the_layer_of_its_release_and_both_stay(function: str) -> None:
    """A version that is restored needs its layer: its settings name it by its number."""
    [version] = _versions_of(function)
    layers = [target(layer) for layer in of_type("AWS::Lambda::Function")[function]["Layers"]]

    assert translated()[version]["DeletionPolicy"] == "Retain"
    assert layers == [*of_type("AWS::Lambda::LayerVersion")]
    assert [translated()[layer]["DeletionPolicy"] for layer in layers] == ["Retain"]


def test_another_layer_is_another_resource_so_that_no_version_s_layer_changes_in_place() -> None:
    [layer] = of_type("AWS::Lambda::LayerVersion")

    assert layer.removeprefix("SharedLayer"), "its name has no hash of what it holds"


def test_nobody_invokes_a_function_but_by_its_alias() -> None:
    """Other resources name a function only to describe it: an alarm, a dashboard, an output."""
    of_itself = {"AWS::Lambda::Version", "AWS::Lambda::Alias"}
    described = {"AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard", "AWS::Lambda::EventInvokeConfig"}
    for name, resource in translated().items():
        if resource["Type"] in of_itself | described:
            continue
        named = set(_named(resource)) & declared_functions().keys()
        if name == "HttpApi":
            # The gateway's document is text to CloudFormation; it names the alias after the function's ARN.
            assert not named - {each for each in named if _only_with_alias(each)}
            continue
        assert not named, f"{name} names {named} without an alias"


def _named(value: Any) -> list[str]:
    """Returns the logical ids that a resource names."""
    match value:
        case {"Ref": str(name)}:
            return [name]
        case {"Fn::GetAtt": [str(name), _]}:
            return [name]
        case {"Fn::Sub": str(text)}:
            return [part.partition("}")[0].partition(".")[0] for part in text.split("${")[1:]]
        case {**members}:
            return [name for member in members.values() for name in _named(member)]
        case [*items]:
            return [name for item in items for name in _named(item)]
    return []


def _only_with_alias(function: str) -> bool:
    text = json.dumps(gateway())
    return text.count(f"${{{function}") == text.count(f"${{{function}.Arn}}:live/invocations")


@pytest.mark.parametrize("path", sorted(gateway()["paths"]))
def test_a_route_leads_to_an_alias(path: str) -> None:
    for operation in gateway()["paths"][path].values():
        uri = operation["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"]
        assert uri.endswith(".Arn}:live/invocations")


def test_queues_and_the_table_s_stream_lead_to_aliases() -> None:
    mappings = of_type("AWS::Lambda::EventSourceMapping")
    sources = {name for name in declared_functions() if events_of(name, "SQS") or events_of(name, "DynamoDB")}

    assert {invoked(mapping["FunctionName"]) for mapping in mappings.values()} == sources


def test_schedules_lead_to_aliases_and_may_invoke_them() -> None:
    schedules = of_type("AWS::Scheduler::Schedule").values()
    statement, *_ = of_type("AWS::IAM::Role")["SchedulesRole"]["Policies"][0]["PolicyDocument"]["Statement"]
    scheduled = {name for name in declared_functions() if events_of(name, "ScheduleV2")}

    assert {invoked(schedule["Target"]["Arn"]) for schedule in schedules} == scheduled
    assert {target(schedule["Target"]["RoleArn"]) for schedule in schedules} == {"SchedulesRole"}
    assert statement["Action"] == "lambda:InvokeFunction"
    assert {invoked(each) for each in listed(statement["Resource"])} == scheduled


def test_who_may_invoke_may_invoke_aliases() -> None:
    for name, role in of_type("AWS::IAM::Role").items():
        for policy in role.get("Policies", []):
            for statement in policy["PolicyDocument"]["Statement"]:
                if "lambda:InvokeFunction" in listed(statement["Action"]):
                    for each in listed(statement["Resource"]):
                        assert invoked(each), name


def test_the_alias_that_routes_name_is_the_one_that_functions_have() -> None:
    assert declared()["Globals"]["Function"]["AutoPublishAlias"] == "live"


def test_a_function_is_published_anew_with_every_package() -> None:
    """SAM names a version by a hash of its package. No two builds package the same (`test_layer`)."""
    first, second = (_versions(translated(f"s3://bucket/{build}")) for build in ("first", "second"))

    assert len(first) == len(second) == len(declared_functions())
    assert first.isdisjoint(second)


def _versions(resources: dict[str, Any]) -> set[str]:
    return {name for name, resource in resources.items() if resource["Type"] == "AWS::Lambda::Version"}
