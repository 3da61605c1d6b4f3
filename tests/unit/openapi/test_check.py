"""The check fails when handlers, template and generated files are not the same."""

from pathlib import Path

import pytest

from gather.core.model import Model, NoBody, TeamQuery
from gather.http.routes import Api, Call
from openapi import __main__ as command
from openapi.declarations import DeclaredRoute, differences, methods_by_path, published_routes

CUPS = "/qsi/gather/cups"


class Cup(Model):
    """A cup."""

    id: str


def declared(family: str = "cups") -> list[DeclaredRoute]:
    api = Api(family)

    @api.get("/cups", answer=Cup)
    def get_cup(call: Call[NoBody, TeamQuery]) -> Cup:
        return Cup(id="1")

    return [DeclaredRoute(family, route) for route in api.routes]


def test_the_template_is_read_route_by_route() -> None:
    def event(method: str, path: str) -> dict[str, object]:
        return {"Type": "HttpApi", "Properties": {"Method": method, "Path": path}}

    events = {
        "Get": event("get", CUPS),
        "Default": {"Type": "HttpApi", "Properties": {}},
        "Queue": {"Type": "SQS", "Properties": {}},
    }
    template = {
        "Resources": {
            "Table": {"Type": "AWS::DynamoDB::Table"},
            "Cups": {
                "Type": "AWS::Serverless::Function",
                "Properties": {"Handler": "cups.handler.handler", "Events": events},
            },
        }
    }

    assert published_routes(template) == {("GET", CUPS): "cups"}


def test_the_same_routes_differ_in_nothing() -> None:
    assert differences({("GET", CUPS): "cups"}, declared()) == []


def test_a_route_that_the_template_lacks_is_named() -> None:
    (difference,) = differences({}, declared())

    assert difference.startswith(f"GET {CUPS} is in functions/cups/handler.py")


def test_a_route_that_no_handler_declares_is_named() -> None:
    (difference,) = differences({("GET", CUPS): "cups", ("POST", CUPS): "cups"}, declared())

    assert difference.startswith(f"POST {CUPS} is in template.yaml")


def test_a_route_that_leads_to_another_function_is_named() -> None:
    (difference,) = differences({("GET", CUPS): "saucers"}, declared())

    assert "declared by cups" in difference


def test_the_fallback_knows_each_paths_methods() -> None:
    assert methods_by_path([("POST", "/b"), ("GET", "/b"), ("PUT", "/a")]) == {
        "/a": ["PUT"],
        "/b": ["GET", "POST"],
    }


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A generated file in a folder of its own; handlers and template agree."""
    path = tmp_path / "docs" / "openapi.json"
    monkeypatch.setattr(command, "PROJECT", tmp_path)
    monkeypatch.setattr(command, "generate", lambda: ({path: "new\n"}, []))
    return path


def test_the_check_fails_until_the_files_are_written(
    generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.run(["--check"]) == 1
    assert "docs/openapi.json is out of date" in capsys.readouterr().err
    assert not generated.exists()

    assert command.run([]) == 0

    assert generated.read_text() == "new\n"
    assert command.run(["--check"]) == 0


def test_the_check_fails_when_a_file_drifts(generated: Path) -> None:
    command.run([])
    generated.write_text("old\n")

    assert command.run(["--check"]) == 1


def test_the_check_fails_when_handlers_and_template_disagree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "generate", lambda: ({}, ["GET /x is in template.yaml only"]))

    assert command.run(["--check"]) == 1
    assert "GET /x" in capsys.readouterr().err
