"""The check fails when a generated file is not what the handlers declare, or a route leads nowhere."""

import json
from pathlib import Path

import pytest

from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.routes import Api
from openapi import __main__ as command
from openapi import gateway
from openapi.declarations import DeclaredRoute, declared_twice, methods_by_path

CUPS = "/qsi/gather/cups"


class Cup(Model):
    """A cup."""

    id: str


def declared(family: str = "cups") -> list[DeclaredRoute]:
    api = Api(family)

    @api.get("/cups", response=Cup)
    def get_cup(call: TeamCall[NoBody, TeamQuery]) -> Cup:
        return Cup(id="1")

    return [DeclaredRoute(family, route) for route in api.routes]


FUNCTIONS = {"cups": "CupsFunction", "fallback": "FallbackFunction"}


def test_the_function_of_a_family_has_its_handler() -> None:
    def function(handler: str) -> dict[str, object]:
        return {"Type": "AWS::Serverless::Function", "Properties": {"Handler": handler}}

    template = {
        "Resources": {
            "Table": {"Type": "AWS::DynamoDB::Table"},
            "CupsFunction": function("cups.handler.handler"),
            "CupsTaskFunction": function("cups.task.handler"),
        }
    }

    assert gateway.functions_of_families(template) == {"cups": "CupsFunction"}


def test_a_route_leads_to_the_function_of_its_family() -> None:
    definition = gateway.definition(declared(), FUNCTIONS)

    assert gateway.function_by_route(definition) == {
        "$default": "FallbackFunction",
        f"GET {CUPS}": "CupsFunction",
    }


def test_the_gateway_s_file_has_a_line_for_each_route() -> None:
    definition = gateway.definition(declared(), FUNCTIONS)

    text = gateway.text(definition)

    assert json.loads(text) == definition
    assert [line for line in text.splitlines() if '"get"' in line and "CupsFunction" in line]


def test_a_family_without_a_function_is_named() -> None:
    (complaint,) = gateway.unserved(declared("saucers"), FUNCTIONS)

    assert complaint.startswith("functions/saucers/handler.py declares routes")


def test_a_route_that_two_families_declare_is_named() -> None:
    assert declared_twice(declared()) == []
    assert declared_twice([*declared(), *declared("saucers")]) == [f"GET {CUPS} is declared 2 times"]


def test_the_fallback_knows_each_paths_methods() -> None:
    assert methods_by_path(declared()) == {CUPS: ["GET"]}


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A generated file in a folder of its own; nothing is wrong with the declarations."""
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


def test_the_check_fails_when_a_route_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "generate", lambda: ({}, ["GET /x has no function"]))

    assert command.run(["--check"]) == 1
    assert "GET /x" in capsys.readouterr().err
