"""The HTTP API: every route that a handler declares leads to its function, and nothing else is reachable."""

import json
import re

from openapi.declarations import declared_routes
from openapi.gateway import DEFAULT_PATH, DEFAULT_ROUTE, function_by_route
from tests.template.deployment import (
    declared,
    declared_functions,
    gateway,
    invoked,
    of_type,
    package_of,
    routes_of,
    target,
)

BEHIND_THE_API = [name for name in declared_functions() if routes_of(name)]


def test_every_route_that_a_handler_declares_leads_to_its_function_and_no_other_route_does() -> None:
    served = {route: package_of(function) for route, function in function_by_route(gateway()).items()}

    assert served.pop(DEFAULT_ROUTE) == "fallback"
    assert served == {
        f"{method} {each.route.path}": each.family
        for each in declared_routes()
        for method in each.route.methods
    }


def test_a_route_leads_to_the_handler_that_serves_requests() -> None:
    """Tasks of state machines share a package with the handler of a queue or of routes."""
    for function in BEHIND_THE_API:
        assert declared_functions()[function]["Handler"] == f"{package_of(function)}.handler.handler"


def test_requests_reach_their_family_in_payload_format_two() -> None:
    for path, operations in gateway()["paths"].items():
        for operation in operations.values():
            integration = operation["x-amazon-apigateway-integration"]
            assert (integration["type"], integration["httpMethod"]) == ("aws_proxy", "POST"), path
            assert integration["payloadFormatVersion"] == "2.0", path


def test_a_path_names_its_parameters() -> None:
    for path, operations in gateway()["paths"].items():
        for operation in operations.values():
            named = [parameter["name"] for parameter in operation.get("parameters", [])]
            assert named == re.findall(r"\{(\w+)\}", path)


def test_what_no_route_takes_goes_to_the_fallback() -> None:
    default = gateway()["paths"][DEFAULT_PATH]["x-amazon-apigateway-any-method"]

    assert default["isDefaultRoute"]
    assert routes_of("FallbackFunction") == {DEFAULT_ROUTE}


def test_the_gateway_may_invoke_each_function_that_it_has_a_route_to_and_no_other() -> None:
    role = of_type("AWS::IAM::Role")["ApiRole"]
    [statement] = role["Policies"][0]["PolicyDocument"]["Statement"]

    assert statement["Action"] == "lambda:InvokeFunction"
    assert sorted(invoked(each) for each in statement["Resource"]) == sorted(BEHIND_THE_API)


def test_only_the_gateway_takes_the_role_that_invokes_functions() -> None:
    [trust] = of_type("AWS::IAM::Role")["ApiRole"]["AssumeRolePolicyDocument"]["Statement"]

    assert trust["Principal"] == {"Service": "apigateway.amazonaws.com"}
    assert of_type("AWS::Lambda::Permission") == {}


def test_the_gateway_invokes_every_function_as_its_role() -> None:
    """A permission on each function would do as well, and count towards the 500 resources of a stack."""
    for path, operations in gateway()["paths"].items():
        for operation in operations.values():
            credentials = operation["x-amazon-apigateway-integration"]["credentials"]
            assert target(credentials) == "ApiRole", path


def test_the_access_log_holds_no_token_and_no_personal_data() -> None:
    """Paths of candidates' pages hold their tokens, so the route's key stands for them."""
    settings = declared()["Resources"]["HttpApi"]["Properties"]["AccessLogSettings"]
    variables = set(json.loads(settings["Format"]).values())

    assert "$context.routeKey" in variables
    assert not any(
        word in variable.lower() for variable in variables for word in ("path", "ip", "user", "identity")
    )
