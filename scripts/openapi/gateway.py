"""The HTTP API as API Gateway imports it: each route with the function behind it.

template.yaml includes it. A route leads to the function whose handler declares it, every other request to the
fallback.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from openapi.declarations import PROJECT, DeclaredRoute

GATEWAY = PROJECT / "gateway.json"
DEFAULT_ROUTE = "$default"
DEFAULT_PATH = f"/{DEFAULT_ROUTE}"
FALLBACK = "fallback"

_ANY_METHOD = "x-amazon-apigateway-any-method"
_INTEGRATION = "x-amazon-apigateway-integration"
_INVOCATION = (
    "arn:${{AWS::Partition}}:apigateway:${{AWS::Region}}:lambda:path/2015-03-31"
    "/functions/${{{function}.Arn}}:live/invocations"
)
"""The alias that SAM's AutoPublishAlias names in template.yaml."""
_CREDENTIALS = {"Fn::GetAtt": ["ApiRole", "Arn"]}


def functions_of_families(template: Mapping[str, Any]) -> dict[str, str]:
    """The function of each family, by the name of its package."""
    handlers = {
        name: resource["Properties"]["Handler"].split(".")
        for name, resource in template["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
    }
    return {package: name for name, (package, module, _) in handlers.items() if module == "handler"}


def unserved(declared: Iterable[DeclaredRoute], functions: Mapping[str, str]) -> list[str]:
    """A sentence for each family that declares routes and has no function."""
    families = {each.family for each in declared} - functions.keys()
    return [
        f"functions/{family}/handler.py declares routes, and template.yaml has no function for it"
        for family in sorted(families)
    ]


def definition(declared: Iterable[DeclaredRoute], functions: Mapping[str, str]) -> dict[str, Any]:
    """The document that API Gateway makes the routes from. A family without a function is left out."""
    paths: dict[str, dict[str, Any]] = {
        DEFAULT_PATH: {_ANY_METHOD: {"isDefaultRoute": True, **_operation(functions[FALLBACK])}}
    }
    for each in sorted(declared, key=lambda each: (each.route.path, each.route.method)):
        if each.family in functions:
            operation = _operation(functions[each.family], each.route.path)
            for method in each.route.methods:
                paths.setdefault(each.route.path, {})[method.lower()] = operation
    return {
        "openapi": "3.0.1",
        "info": {"title": {"Ref": "AWS::StackName"}, "version": "1.0"},
        "paths": paths,
    }


def _operation(function: str, path: str = "") -> dict[str, Any]:
    parameters = [{"name": name, "in": "path", "required": True} for name in re.findall(r"\{(\w+)\}", path)]
    return {
        _INTEGRATION: {
            "type": "aws_proxy",
            "httpMethod": "POST",
            "uri": {"Fn::Sub": _INVOCATION.format(function=function)},
            "credentials": _CREDENTIALS,
            "payloadFormatVersion": "2.0",
        },
        **({"parameters": parameters} if parameters else {}),
        "responses": {},
    }


def function_by_route(definition: Mapping[str, Any]) -> dict[str, str]:
    """The function behind each route, by the route's key: `GET /m/{token}`, or `$default`."""
    return {
        DEFAULT_ROUTE if path == DEFAULT_PATH else f"{method.upper()} {path}": _function(operation)
        for path, operations in definition["paths"].items()
        for method, operation in operations.items()
    }


def _function(operation: Mapping[str, Any]) -> str:
    name = re.search(r"/functions/\$\{(\w+)\.Arn\}:live/", operation[_INTEGRATION]["uri"]["Fn::Sub"])
    if name is None:
        raise ValueError(f"{operation} leads to no function")
    return name[1]


def text(definition: Mapping[str, Any]) -> str:
    """The document as it is kept: a line for each route, so that a change shows what it changes."""
    paths = ",\n".join(
        f"    {json.dumps(path)}: {{\n"
        + ",\n".join(
            f"      {json.dumps(method)}: {json.dumps(operation)}" for method, operation in operations.items()
        )
        + "\n    }"
        for path, operations in definition["paths"].items()
    )
    head = [
        f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in definition.items() if name != "paths"
    ]
    return "{\n" + ",\n".join([*head, f'  "paths": {{\n{paths}\n  }}']) + "\n}\n"
